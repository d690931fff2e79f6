import { useEffect, useLayoutEffect, useRef } from 'react';
import type { Location } from '#src/web/addresses/location.ts';
import type { Place } from '#src/web/addresses/task-address.ts';
import { isSamePage } from '#src/web/addresses/collection-links.ts';
import { focusNewPage, focusPage } from './focus.ts';
import { session } from '#src/web/platform/session.ts';

/**
 * After a navigation, scrolls to the top of the page and focuses its heading, so that screen readers announce
 * it and Tab continues from there. A page with `data-page-focus` on a field gets the focus there. After Back,
 * the browser restores the place. The first page of a document keeps the browser's focus.
 */
export function usePageFocus({ pathname, state }: Location, type: Place['type']): void {
  const isMended = type === 'replace' && isSamePage(state);
  // A page that replaces another frame, such as the app after signing in, is a navigation too.
  const first = type === 'pop' ? pathname : null;
  const shown = useRef(first);
  const focused = useRef(first);
  useLayoutEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    if (isMended || type === 'pop') return;
    window.scrollTo(0, 0);
    // The browser sends the event later. Until then, a long list would believe that it is where the last page
    // was, and scroll there.
    window.dispatchEvent(new Event('scroll'));
  }, [pathname, isMended, type]);
  useEffect(() => {
    if (focused.current === pathname) return;
    focused.current = pathname;
    if (isMended) return;
    focusNewPage();
  }, [pathname, isMended]);
}

/**
 * Scrolls to the top of the landing page after a sign-out, here or in another tab. The landing page loads no
 * code for it.
 */
export function useTopAfterSignOut(): void {
  useLayoutEffect(
    () => () => {
      if (!session.get().isSignedIn) window.scrollTo(0, 0);
    },
    [],
  );
}

/** For a page that turns into another one with another `subject`: the focused element may be gone. */
export function useTurnedPage(subject: unknown): void {
  const shown = useRef(subject);
  useEffect(() => {
    if (shown.current === subject) return;
    shown.current = subject;
    focusPage();
  }, [subject]);
}
