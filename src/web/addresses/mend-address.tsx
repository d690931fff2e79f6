import { Navigate } from 'react-router';
import { SAME_PAGE } from './collection-links.ts';
import { besideState, listBeside, usePlace } from './task-address.ts';

interface MendAddressProps {
  readonly to: string;
  /** What its place in the history is to know besides. */
  readonly state?: object;
}

/** Puts another address in the place of that of the page that is open; where a task stands beside the page, that stays open. */
export function MendAddress({ to, state }: MendAddressProps) {
  const { location } = usePlace();
  const list = listBeside(location);
  const mended = { ...SAME_PAGE, ...state };
  return list ? (
    <Navigate to={location} replace state={besideState({ ...list, pathname: to, state: mended })} />
  ) : (
    <Navigate to={to} replace state={mended} />
  );
}
