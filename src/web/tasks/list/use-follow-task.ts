import type { MouseEvent } from 'react';
import { useLocation, useNavigate } from '#src/web/addresses/location.ts';
import { besideState } from '#src/web/addresses/task-address.ts';

/**
 * Opens the task of a pressed row link. One listener for the list: a router's link in each row would render
 * all rows whenever the location changes.
 */
export function useFollowTask() {
  const location = useLocation();
  const navigate = useNavigate();
  return (event: MouseEvent) => {
    const link = event.target instanceof Element && event.target.closest('a[data-control="open"]');
    const { button, metaKey, ctrlKey, shiftKey, altKey, defaultPrevented } = event;
    // The browser handles any other click: a new tab, or a window.
    if (!link || button !== 0 || metaKey || ctrlKey || shiftKey || altKey || defaultPrevented) return;
    event.preventDefault();
    navigate(link.getAttribute('href') ?? '', { state: besideState(location) });
  };
}
