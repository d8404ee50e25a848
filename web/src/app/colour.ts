/* Colours of the theme for what is drawn on a canvas. */

/** The value of a custom property, such as '--ink'. */
export function colour(name: string): string {
    return getComputedStyle(document.documentElement).getPropertyValue(name).trim() || '#888';
}
