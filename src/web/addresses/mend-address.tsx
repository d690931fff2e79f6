import { SAME_PAGE } from './collection-links.ts';
import { pathOf } from './location.ts';
import { Navigate } from './router.tsx';
import { besideState, listBeside, usePlace } from './task-address.ts';

interface MendAddressProps {
  readonly to: string;
  /** Further state for its place in the history. */
  readonly state?: object;
}

/** Replaces the address of the open page. A task beside the page stays open. */
export function MendAddress({ to, state }: MendAddressProps) {
  const { location } = usePlace();
  const list = listBeside(location);
  const mended = { ...SAME_PAGE, ...state };
  return list ? (
    <Navigate to={pathOf(location)} replace state={besideState({ ...list, pathname: to, state: mended })} />
  ) : (
    <Navigate to={to} replace state={mended} />
  );
}
