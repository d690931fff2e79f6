/** The message of a tab to the service worker after its user has signed out. */
export const REMOVE_LEFT = 'remove-left';

/**
 * Lets the service worker remove data that a sleeping tab kept from being removed, since this tab may close
 * before that.
 */
export function removeLeftData(): void {
  if ('serviceWorker' in navigator) navigator.serviceWorker.controller?.postMessage(REMOVE_LEFT);
}
