import { useCallback, useEffect, useLayoutEffect, useState, type ReactNode } from 'react';
import {
  LocationContext,
  NavigateContext,
  useNavigate,
  type Location,
  type NavigateFunction,
  type NavigateOptions,
} from './location.ts';
import { PlaceContext, type Place } from './task-address.ts';

/** Follows the browser's history, and adds to it. */
export function Router({ children }: { readonly children: ReactNode }) {
  const [place, setPlace] = useState<Place>(() => ({ location: currentLocation(), type: 'pop' }));
  useLayoutEffect(() => {
    const onPop = () => setPlace({ location: currentLocation(), type: 'pop' });
    window.addEventListener('popstate', onPop);
    return () => window.removeEventListener('popstate', onPop);
  }, []);
  const navigate: NavigateFunction = useCallback((to, { replace = false, state = null } = {}) => {
    if (replace) window.history.replaceState(state, '', to);
    else if (!push(to, state)) return;
    setPlace({ location: currentLocation(), type: replace ? 'replace' : 'push' });
  }, []);
  return (
    <NavigateContext value={navigate}>
      <PlaceContext value={place}>
        <LocationContext value={place.location}>{children}</LocationContext>
      </PlaceContext>
    </NavigateContext>
  );
}

interface NavigateProps extends NavigateOptions {
  readonly to: string;
}

/** Navigates as soon as it is rendered. */
export function Navigate({ to, replace = false, state = null }: NavigateProps) {
  const navigate = useNavigate();
  useEffect(() => navigate(to, { replace, state }), [navigate, to, replace, state]);
  return null;
}

function currentLocation(): Location {
  const { pathname, search, hash } = window.location;
  return { pathname, search, hash, state: window.history.state as unknown };
}

/** Returns false if the document loads anew instead: Safari throws at the hundredth entry within a few seconds. */
function push(to: string, state: unknown): boolean {
  try {
    window.history.pushState(state, '', to);
    return true;
  } catch (error) {
    if (error instanceof DOMException && error.name === 'SecurityError') window.location.assign(to);
    else throw error;
    return false;
  }
}
