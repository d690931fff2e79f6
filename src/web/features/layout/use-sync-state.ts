import { useState } from 'react';
import type { SyncStatus } from '#src/sync/client/state/tab-state.ts';
import { useLasting } from './lasting.ts';
import { useCollections, useSyncStatus } from '#src/web/data/rows.ts';
import { syncStateOf, type SyncState } from './sync-state.ts';

/** A time longer than a change takes to the server and back, ms: the indicator does not flash with each. */
const LATE_AFTER = 1000;

/** How the app stands with the server, and what to tell of it. */
export function useSyncState(): { readonly state: SyncState; readonly status: SyncStatus } {
  const status = useSyncStatus();
  const { connection, unsent } = status;
  const isLate = useLasting(unsent > 0, LATE_AFTER);
  // One more try is no news: whoever was offline stays so until it succeeds.
  const [outcome, setOutcome] = useState(connection);
  if (connection !== 'connecting' && connection !== outcome) setOutcome(connection);
  const isEmpty = useCollections().length === 0;
  return { state: syncStateOf({ ...status, connection: outcome }, isLate, isEmpty), status };
}
