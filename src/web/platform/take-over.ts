/** The message of a tab to a waiting service worker: its version shall take over. */
export const TAKE_OVER = 'take-over';
