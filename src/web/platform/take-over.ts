/** What a tab says to a service worker that waits, for its version to take over. */
export const TAKE_OVER = 'take-over';
