import { useEffect, useEffectEvent } from 'react';

/** Chromium's; no other browser has it yet, and the types do not know it. */
interface CloseWatcher extends EventTarget {
  destroy(): void;
}

declare const CloseWatcher: (new () => CloseWatcher) | undefined;

/** What is open, and may be closed by Back: the last lies on top. */
const open: (() => void)[] = [];

/**
 * While `active`, what the system closes things by, such as the Back of an Android phone, and the Back of the browser ask
 * `onRequest` instead of leaving the page. Where several are active, the last to become so is asked.
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
        // One request is all that a watcher hears, and this one may be declined.
        watch();
        request();
      });
    };
    watch();
    return () => watcher.destroy();
  }, [active]);
}

let isListening = false;

/** Browsers let a page keep Back for once after the user has done something in it, so that nobody is held here. */
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
