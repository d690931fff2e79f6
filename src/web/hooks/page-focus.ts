import { useEffect, useLayoutEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType, type Location } from 'react-router';
import { SAME_PAGE } from '#src/web/links.ts';
import { pageHeading } from './focus.ts';

/**
 * After a navigation, starts at the page's top with the focus on its heading, so that screen readers say where one is
 * and Tab goes on from there; or on the field that the page is there for, which says so by `data-page-focus`. Going back,
 * the browser restores the place; on the first page nothing is taken over.
 */
export function usePageFocus(): void {
  const { pathname, state } = useLocation() as Location<unknown>;
  const type = useNavigationType();
  const isSamePage = type === NavigationType.Replace && state === SAME_PAGE;
  const shown = useRef(pathname);
  const focused = useRef(pathname);
  useLayoutEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    if (isSamePage || type === NavigationType.Pop) return;
    window.scrollTo(0, 0);
    // The browser tells it later. Until then, a long list would take it that it stands where the last page stood, and go there.
    window.dispatchEvent(new Event('scroll'));
  }, [pathname, isSamePage, type]);
  useEffect(() => {
    if (focused.current === pathname) return;
    focused.current = pathname;
    if (isSamePage) return;
    (firstField() ?? pageHeading())?.focus({ preventScroll: true });
  }, [pathname, isSamePage]);
}

function firstField(): HTMLElement | null {
  return document.querySelector<HTMLElement>('[data-page-focus]');
}
