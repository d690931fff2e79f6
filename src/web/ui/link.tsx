import type { ComponentProps } from 'react';
import { pathOf, useLocation, useNavigate } from '#src/web/addresses/location.ts';

interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  /** A path of this app. */
  readonly to: string;
  /** Data for the next place, as its `useLocation().state`. */
  readonly state?: unknown;
}

/** Leads to another place of this app without loading the document again. The browser handles any other click: a new tab, or a window. */
export function Link({ to, state, target, onClick, children, ...props }: LinkProps) {
  const here = pathOf(useLocation());
  const navigate = useNavigate();
  return (
    <a
      {...props}
      target={target}
      href={to}
      onClick={(event) => {
        onClick?.(event);
        const { button, metaKey, ctrlKey, shiftKey, altKey } = event;
        if (button !== 0 || metaKey || ctrlKey || shiftKey || altKey || (target && target !== '_self'))
          return;
        event.preventDefault();
        // The history has each place once in a row.
        navigate(to, { replace: to === here, state });
      }}
    >
      {children}
    </a>
  );
}
