import { useEffect, useLayoutEffect, useRef } from 'react';
import { NavigationType, type Location } from 'react-router';
import { isSamePage } from '#src/web/addresses/collection-links.ts';
import { focusPage, pageHeading } from './focus.ts';
import { session } from '#src/web/platform/session.ts';

/**
 * After a navigation, starts at the page's top with the focus on its heading, so that screen readers say where one is
 * and Tab goes on from there; or on the field that the page is there for, which says so by `data-page-focus`. Going back,
 * the browser restores the place; on the first page of a document nothing is taken over.
 */
export function usePageFocus({ pathname, state }: Location<unknown>, type: NavigationType): void {
  const isMended = type === NavigationType.Replace && isSamePage(state);
  // What comes into the place of another frame, such as the app after signing in, is a navigation too.
  const first = type === NavigationType.Pop ? pathname : null;
  const shown = useRef(first);
  const focused = useRef(first);
  useLayoutEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    if (isMended || type === NavigationType.Pop) return;
    window.scrollTo(0, 0);
    // The browser tells it later. Until then, a long list would take it that it stands where the last page stood, and go there.
    window.dispatchEvent(new Event('scroll'));
  }, [pathname, isMended, type]);
  useEffect(() => {
    if (focused.current === pathname) return;
    focused.current = pathname;
    if (isMended) return;
    (firstField() ?? pageHeading())?.focus({ preventScroll: true });
  }, [pathname, isMended]);
}

/** Whoever signs out, here or in another tab, comes to the top of the landing page, which loads no code to see to that. */
export function useTopAfterSignOut(): void {
  useLayoutEffect(
    () => () => {
      if (!session.get().isSignedIn) window.scrollTo(0, 0);
    },
    [],
  );
}

/** Serves a page that turns into another one in its place, of another `subject`: what had the focus may have gone with the old. */
export function useTurnedPage(subject: unknown): void {
  const shown = useRef(subject);
  useEffect(() => {
    if (shown.current === subject) return;
    shown.current = subject;
    focusPage();
  }, [subject]);
}

function firstField(): HTMLElement | null {
  return document.querySelector<HTMLElement>('[data-page-focus]');
}
