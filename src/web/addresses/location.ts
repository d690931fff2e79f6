import { createContext, useContext } from 'react';

/** The address of a page, and the data of its entry in the history. */
export interface Location {
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
  readonly state: unknown;
}

export interface NavigateOptions {
  /** The new entry of the history takes the place of the current one. */
  readonly replace?: boolean;
  /** Anything that a browser can clone. */
  readonly state?: unknown;
}

/** Leads to a path of this app, with its query and fragment. */
export type NavigateFunction = (to: string, options?: NavigateOptions) => void;

export const LocationContext = createContext<Location | null>(null);
export const NavigateContext = createContext<NavigateFunction>(() => {
  throw new Error('Navigating needs a Router.');
});

/** The location that the pages show (routes.tsx). */
export function useLocation(): Location {
  const location = useContext(LocationContext);
  if (!location) throw new Error('useLocation needs a LocationContext.');
  return location;
}

/** The same function for as long as the document lives. */
export function useNavigate(): NavigateFunction {
  return useContext(NavigateContext);
}

/** The path with its query and fragment. */
export function pathOf({ pathname, search, hash }: Location): string {
  return pathname + search + hash;
}
