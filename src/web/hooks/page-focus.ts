import { useEffect, useRef } from 'react';
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
  const last = useRef(pathname);
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    if (type === NavigationType.Replace && state === SAME_PAGE) return;
    if (type !== NavigationType.Pop) window.scrollTo(0, 0);
    (firstField() ?? pageHeading())?.focus({ preventScroll: true });
  }, [pathname, state, type]);
}

function firstField(): HTMLElement | null {
  return document.querySelector<HTMLElement>('[data-page-focus]');
}
