import { useMemo } from 'react';
import { useNavigate } from '#src/web/addresses/location.ts';
import type { Replica } from '#src/sync/client/replica.ts';
import { useReplica } from '#src/web/data/replica-context.ts';
import { useMutate, useMutateTogether, type Mutate, type MutateTogether } from '#src/web/data/use-mutate.ts';

/** The parts of the app that commands work with. */
export interface Tools {
  readonly replica: Replica;
  readonly mutate: Mutate;
  readonly mutateTogether: MutateTogether;
  readonly goTo: (path: string) => void;
}

export function useTools(): Tools {
  const replica = useReplica();
  const mutate = useMutate();
  const mutateTogether = useMutateTogether();
  const navigate = useNavigate();
  return useMemo(
    () => ({ replica, mutate, mutateTogether, goTo: (path) => navigate(path) }),
    [replica, mutate, mutateTogether, navigate],
  );
}
