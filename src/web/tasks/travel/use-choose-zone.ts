import type { Operation } from '#src/mutators/index.ts';
import { useReplica } from '#src/web/data/replica-context.ts';
import { useMutateTogether } from '#src/web/data/use-mutate.ts';
import { zoneMemory, type ZoneMemory } from './zone-memory.ts';

/** A zone (IANA name) by which reminders are to come, and what to remember of the choice here. */
export interface ZoneChoice {
  readonly zone: string;
  readonly memory: ZoneMemory;
}

/** Chooses a zone together with changes of tasks, as one change of the user's, and resolves to whether it is stored. */
export function useChooseZone() {
  const replica = useReplica();
  const mutate = useMutateTogether();
  return async (
    { zone, memory }: ZoneChoice,
    others: readonly Operation[] = [],
    success: string | null = null,
  ): Promise<boolean> => {
    const isChosen = replica.get('setting', 'zone')?.value === zone;
    const choice: Operation = { name: 'setting.set', args: { id: 'zone', value: zone, at: Date.now() } };
    const before = zoneMemory.get();
    // Before the choice shows: nobody is asked about what they have just chosen.
    zoneMemory.set(memory);
    const isStored = await mutate(isChosen ? others : [choice, ...others], success);
    if (!isStored) zoneMemory.set(before);
    return isStored;
  };
}
