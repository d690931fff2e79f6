import { useEffect, useEffectEvent } from 'react';

/** Only Chromium has it yet, and TypeScript's types lack it. */
interface CloseWatcher extends EventTarget {
  destroy(): void;
}

declare const CloseWatcher: (new () => CloseWatcher) | undefined;

/** The open things that Back may close; the last is on top. */
const open: (() => void)[] = [];

/**
 * While `active`, closing by the system, such as Back on Android, and Back of the browser call `onRequest`
 * instead of leaving the page. Of several active ones, the newest gets the request.
 */
export function useCloseRequest(active: boolean, onRequest: () => void): void {
  const request = useEffectEvent(onRequest);
  useEffect(() => {
    if (!active) return;
    const ask = () => request();
    open.push(ask);
    listenToBack();
    return () => void open.splice(open.indexOf(ask), 1);
  }, [active]);
  useEffect(() => {
    if (!active || typeof CloseWatcher === 'undefined') return;
    let watcher: CloseWatcher;
    const watch = () => {
      watcher = new CloseWatcher();
      watcher.addEventListener('close', () => {
        // A watcher hears only one request, which the page may decline.
        watch();
        request();
      });
    };
    watch();
    return () => watcher.destroy();
  }, [active]);
}

let isListening = false;

/**
 * Browsers let a page intercept Back only once after each action of the user, so that no page can trap
 * anybody.
 */
function listenToBack(): void {
  if (isListening || !('navigation' in window)) return;
  isListening = true;
  const { navigation } = window;
  navigation.addEventListener('navigate', (event) => {
    const { navigationType, cancelable, destination } = event;
    const isBack = navigationType === 'traverse' && destination.index < (navigation.currentEntry?.index ?? 0);
    const ask = open.at(-1);
    if (!isBack || !cancelable || !ask) return;
    event.preventDefault();
    ask();
  });
}
