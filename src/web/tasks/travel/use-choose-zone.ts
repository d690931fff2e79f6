import type { Operation } from '#src/tables/operations.ts';
import { useReplica } from '#src/web/data/replica-context.ts';
import { useMutateTogether } from '#src/web/data/use-mutate.ts';
import { zoneMemory, type ZoneMemory } from './zone-memory.ts';

/** A zone for the reminders (IANA name), and the device's memory of the choice. */
export interface ZoneChoice {
  readonly zone: string;
  readonly memory: ZoneMemory;
}

/** Sets the zone together with changes of tasks, as one change, and resolves to true if it is stored. */
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
    // Before the choice takes effect: the banner must not ask about it.
    zoneMemory.set(memory);
    const isStored = await mutate(isChosen ? others : [choice, ...others], success);
    if (!isStored) zoneMemory.set(before);
    return isStored;
  };
}
