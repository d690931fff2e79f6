import { createContext, use } from 'react';
import type { Replica } from '#src/sync/client/replica.ts';

export const ReplicaContext = createContext<Replica | null>(null);

/** The signed-in user's data. Throws outside `ReplicaProvider`. */
export function useReplica(): Replica {
  const replica = use(ReplicaContext);
  if (!replica) throw new Error('useReplica needs a ReplicaProvider above it.');
  return replica;
}
