/* The page inside another one, as a board to step through: `?embed` in its address. It keeps nothing and asks nobody. */

export const embedded = typeof location !== 'undefined' && new URLSearchParams(location.search).has('embed');
