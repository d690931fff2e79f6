import { isSameClock, mayHidePlace } from '#src/domain/remind/travel.ts';
import type { ZoneMemory } from './zone-memory.ts';

/** What a device knows when it compares its zone with the one by which reminders come. Zones are IANA names. */
export interface ZoneFacts {
  /** The zone of this device. */
  readonly here: string;
  /** The zone by which reminders come; null while none is chosen. */
  readonly chosen: string | null;
  readonly memory: ZoneMemory | null;
  /** Whether the device has all that the server has: else another device may have chosen since. */
  readonly isCurrent: boolean;
  /** Whether anything is to come for which it matters where the user is. */
  readonly hasReminders: boolean;
  /** How many reminders would move here. */
  readonly moves: () => number;
  /** ms since 1970 UTC. */
  readonly now: number;
}

/**
 * What a device does about its zone (rule N7). `say`: it chooses its own zone, since nobody has chosen, or since reminders follow this
 * device and none of them moves. `move`: it asks whether to go by its zone. `confirm`: it said one that may be wrong, and asks.
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

/** What to remember once the device has said where it is, by itself. */
export function memoryOfSaid(here: string): ZoneMemory {
  return { kind: mayHidePlace(here) ? 'unsure' : 'follows', zone: here };
}
