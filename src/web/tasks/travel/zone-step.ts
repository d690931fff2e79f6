import { isSameClock, mayHidePlace } from '#src/reading/remind/travel.ts';
import type { ZoneMemory } from './zone-memory.ts';

/** The device's data for comparing its zone with the reminders' zone. Zones are IANA names. */
export interface ZoneFacts {
  /** The zone of this device. */
  readonly here: string;
  /** The zone of the reminders; null while none is set. */
  readonly chosen: string | null;
  readonly memory: ZoneMemory | null;
  /** True if the device has all changes of the server: otherwise another device may have chosen since. */
  readonly isCurrent: boolean;
  /** True if anything will remind the user at a time that depends on the zone. */
  readonly hasReminders: boolean;
  /** The number of reminders that would move here. */
  readonly moves: () => number;
  /** ms since 1970 UTC. */
  readonly now: number;
}

/**
 * The device's reaction to its zone (rule N7). `say`: it sets its own zone, since none is set, or since
 * reminders follow this device and none of them moves. `move`: it asks whether to switch to its zone.
 * `confirm`: it set a zone that may be wrong, and asks.
 */
export type ZoneStep = 'none' | 'say' | 'move' | 'confirm';

export function zoneStep({ here, chosen, memory, isCurrent, hasReminders, moves, now }: ZoneFacts): ZoneStep {
  if (chosen === null) return isCurrent && hasReminders ? 'say' : 'none';
  if (memory?.kind === 'keeps' && memory.zone === chosen && memory.here === here) return 'none';
  if (isSameClock(here, chosen, now))
    return memory?.kind === 'unsure' && memory.zone === here ? 'confirm' : 'none';
  const isFollowed = memory?.kind === 'follows' && memory.zone === chosen;
  return isFollowed && isCurrent && !mayHidePlace(here) && moves() === 0 ? 'say' : 'move';
}

/** The memory after the device has set its zone by itself. */
export function memoryOfSetZone(here: string): ZoneMemory {
  return { kind: mayHidePlace(here) ? 'unsure' : 'follows', zone: here };
}
