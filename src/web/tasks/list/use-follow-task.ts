import type { MouseEvent } from 'react';
import { useLocation, useNavigate, type Location } from 'react-router';
import { besideState } from '#src/web/addresses/task-address.ts';

/**
 * Follows the link of a row that was pressed. It is one listener for the list rather than a router's link in each row, as that
 * would render all rows anew whenever the place in the history changes.
 */
export function useFollowTask() {
  const location = useLocation() as Location<unknown>;
  const navigate = useNavigate();
  return (event: MouseEvent) => {
    const link = event.target instanceof Element && event.target.closest('a[data-control="open"]');
    const { button, metaKey, ctrlKey, shiftKey, altKey, defaultPrevented } = event;
    // Any other click is the browser's: a new tab, or a window.
    if (!link || button !== 0 || metaKey || ctrlKey || shiftKey || altKey || defaultPrevented) return;
    event.preventDefault();
    void navigate(link.getAttribute('href') ?? '', { state: besideState(location) });
  };
}
