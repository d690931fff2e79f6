import type { ComponentProps } from 'react';
import { useHref, useLinkClickHandler } from 'react-router';

interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  /** A path of this app. */
  readonly to: string;
  /** Data for the next place, as its `useLocation().state`. */
  readonly state?: unknown;
}

/**
 * Leads to another place of this app without loading the document again. The router's own `Link` would add 3
 * KB of its framework.
 */
export function Link({ to, state, target, onClick, children, ...props }: LinkProps) {
  const follow = useLinkClickHandler(to, { state, ...(target && { target }) });
  return (
    <a
      {...props}
      target={target}
      href={useHref(to)}
      onClick={(event) => {
        onClick?.(event);
        follow(event);
      }}
    >
      {children}
    </a>
  );
}
