/* Glicko-2; see glicko.h. The names are those of Glickman's paper. */
#include "connect/puzzle/glicko.h"

#include <math.h>

static const double SCALE = 173.7178, CENTRE = 1500, EPSILON = 1e-6;

static double g_of(double phi)
{
    return 1 / sqrt(1 + 3 * phi * phi / (M_PI * M_PI));
}

static double expected(double mu, double mu_j, double phi_j)
{
    return 1 / (1 + exp(-g_of(phi_j) * (mu - mu_j)));
}

double glicko_chance(const struct glicko *p, double rating, double deviation)
{
    return expected((p->rating - CENTRE) / SCALE, (rating - CENTRE) / SCALE, deviation / SCALE);
}

/* Step 5: the function whose root is the new volatility's logarithm. */
static double f_of(double x, double delta, double phi, double v, double a, double tau)
{
    double e = exp(x), d = phi * phi + v + e;
    return e * (delta * delta - d) / (2 * d * d) - (x - a) / (tau * tau);
}

/* By the Illinois method. */
static double new_volatility(double sigma, double delta, double phi, double v, double tau)
{
    double a = log(sigma * sigma), A = a, B;
    if (delta * delta > phi * phi + v) {
        B = log(delta * delta - phi * phi - v);
    } else {
        int k = 1;
        while (k < 100 && f_of(a - k * tau, delta, phi, v, a, tau) < 0)
            k++;
        B = a - k * tau;
    }
    double fa = f_of(A, delta, phi, v, a, tau), fb = f_of(B, delta, phi, v, a, tau);
    for (int i = 0; i < 200 && fabs(B - A) > EPSILON; i++) {
        double C = A + (A - B) * fa / (fb - fa), fc = f_of(C, delta, phi, v, a, tau);
        if (fc * fb <= 0) {
            A = B;
            fa = fb;
        } else {
            fa /= 2;
        }
        B = C;
        fb = fc;
    }
    return exp(A / 2);
}

struct glicko glicko_update(const struct glicko *p, const struct glicko_result *r, int n, double tau)
{
    double mu = (p->rating - CENTRE) / SCALE, phi = p->deviation / SCALE, sigma = p->volatility;
    double information = 0, sum = 0;
    for (int i = 0; i < n; i++) {
        double mu_j = (r[i].rating - CENTRE) / SCALE, phi_j = r[i].deviation / SCALE, g = g_of(phi_j);
        double e = expected(mu, mu_j, phi_j);
        information += g * g * e * (1 - e);
        sum += g * (r[i].score - e);
    }
    if (information > 0) {
        double v = 1 / information;
        sigma = new_volatility(sigma, v * sum, phi, v, tau);
    }
    double star = sqrt(phi * phi + sigma * sigma);
    phi = 1 / sqrt(1 / (star * star) + information);
    return (struct glicko){CENTRE + SCALE * (mu + phi * phi * sum), SCALE * phi, sigma};
}
