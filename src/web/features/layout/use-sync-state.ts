import { useState } from 'react';
import type { SyncStatus } from '#src/sync/client/state/tab-state.ts';
import { useLasting } from './lasting.ts';
import { useCollections, useSyncStatus } from '#src/web/data/rows.ts';
import { syncStateOf, type SyncState } from './sync-state.ts';

/** Longer in ms than a change takes to the server and back, so that the indicator does not flash for each. */
const LATE_AFTER = 1000;

/** The state to show, and the status that it is based on. */
export function useSyncState(): { readonly state: SyncState; readonly status: SyncStatus } {
  const status = useSyncStatus();
  const { connection, unsent } = status;
  const isLate = useLasting(unsent > 0, LATE_AFTER);
  // A new attempt is no news: the state stays offline until one succeeds.
  const [outcome, setOutcome] = useState(connection);
  if (connection !== 'connecting' && connection !== outcome) setOutcome(connection);
  const isEmpty = useCollections().length === 0;
  return { state: syncStateOf({ ...status, connection: outcome }, isLate, isEmpty), status };
}
