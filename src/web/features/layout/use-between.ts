import { useEffect, useRef } from 'react';
import { useReplica } from '#src/web/data/replica-context.ts';
import { useSyncStatus } from '#src/web/data/rows.ts';
import { findBetween, tellNoSockets, type Between } from '#src/web/platform/between.ts';
import { createStore, useStore } from '#src/web/platform/store.ts';

const found = createStore<Between | null>(null);

/**
 * A proxy's session may end, or a network may ask for a sign-in, while the app is offline for another reason.
 */
const ASK_EVERY_MS = 30_000;

/** The obstacle between this device and the server; null when none is known. */
export function useBetween(): Between | null {
  return useStore(found);
}

/** Looks for an obstacle while the app is offline. */
export function useBetweenWatch(): void {
  const replica = useReplica();
  const { connection } = useSyncStatus();
  // A server that has just started answers before the app tries its next socket.
  const hasTried = useRef(false);
  useEffect(() => {
    if (connection === 'online') {
      hasTried.current = false;
      found.set(null);
    }
    if (connection !== 'offline') return;
    let isWanted = true;
    const look = async () => {
      const between = await findBetween();
      if (!isWanted) return;
      if (between === 'no-sockets' && !hasTried.current) {
        hasTried.current = true;
        return replica.reconnect();
      }
      if (between === 'no-sockets' && found.get() !== between) void tellNoSockets();
      found.set(between);
    };
    void look();
    const timer = setInterval(() => document.hidden || void look(), ASK_EVERY_MS);
    return () => {
      isWanted = false;
      clearInterval(timer);
    };
  }, [connection, replica]);
}
