/** What a tab says to the service worker once its user has signed out. */
export const REMOVE_LEFT = 'remove-left';

/** Has the service worker remove what could not be emptied because a tab that sleeps held it up: this tab may be closed before that. */
export function removeLeftData(): void {
  if ('serviceWorker' in navigator) navigator.serviceWorker.controller?.postMessage(REMOVE_LEFT);
}
