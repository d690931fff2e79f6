import { useEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType, type Location } from 'react-router';
import { SAME_PAGE } from '#src/web/links.ts';
import { pageHeading } from './focus.ts';

/**
 * After a navigation, starts at the page's top with the focus on its heading, so that screen readers say where one is
 * and Tab goes on from there. Going back, the browser restores the place; on the first page nothing is taken over.
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
    pageHeading()?.focus({ preventScroll: true });
  }, [pathname, state, type]);
}
