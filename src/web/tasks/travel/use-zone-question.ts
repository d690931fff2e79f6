import { useEffect, useState } from 'react';
import { SunglowError } from '#src/domain/errors.ts';
import type { MovedReminder } from '#src/reading/remind/travel.ts';
import type { Replica } from '#src/sync/client/replica.ts';
import { useReplica } from '#src/web/data/replica-context.ts';
import { useTimeZone } from '#src/web/data/today.ts';
import { movedIn } from './moved-in.ts';
import { zoneMemory } from './zone-memory.ts';
import { memoryOfSetZone, zoneStep, type ZoneStep } from './zone-step.ts';

/** A question about the zone of the reminders. Zones are IANA names. */
export interface ZoneQuestion {
  readonly kind: Exclude<ZoneStep, 'none' | 'say'>;
  readonly here: string;
  /** The current zone of the reminders. */
  readonly chosen: string;
  /** The future reminders that would move. */
  readonly moved: readonly MovedReminder[];
}

/**
 * Compares the device's zone with the reminders' zone: asks if they differ, and sets the device's zone where
 * no question is needed (rule N7).
 */
export function useZoneQuestion(): ZoneQuestion | null {
  const replica = useReplica();
  const here = useTimeZone();
  const [question, setQuestion] = useState<ZoneQuestion | null>(null);
  useEffect(() => {
    let isWanted = true;
    const look = () => {
      // While the device connects, the last question stays: another device may have answered it.
      if (isWanted && replica.hasAll && replica.status().connection !== 'connecting')
        setQuestion(questionOf(replica, here));
    };
    void replica.whenAll().then(look);
    // The zone matters from the first reminder on, which any local change may add.
    const stops = [
      replica.subscribe('status', look),
      replica.subscribe('setting:zone', look),
      zoneMemory.subscribe(look),
    ];
    return () => {
      isWanted = false;
      stops.forEach((stop) => stop());
    };
  }, [replica, here]);
  return question;
}

function questionOf(replica: Replica, here: string): ZoneQuestion | null {
  const chosen = replica.get('setting', 'zone')?.value || null;
  const memory = zoneMemory.get();
  const { connection, load } = replica.status();
  const step = zoneStep({
    here,
    chosen,
    memory,
    isCurrent: connection === 'online' && load === null,
    hasReminders: chosen === null && hasReminders(replica),
    moves: () => movedIn(replica, here).length,
    now: Date.now(),
  });
  // A later journey asks again.
  if (memory?.kind === 'keeps' && memory.here !== here && step === 'none') zoneMemory.set(null);
  if (step === 'say') void say(replica, here);
  if (step === 'none' || step === 'say' || chosen === null) return null;
  return { kind: step, here, chosen, moved: step === 'move' ? movedIn(replica, here) : [] };
}

/** Sets the device's zone for reminders, without an entry in the undo history. */
async function say(replica: Replica, here: string): Promise<void> {
  try {
    await replica.mutate('setting.set', { id: 'zone', value: here, at: Date.now() });
    zoneMemory.set(memoryOfSetZone(here));
  } catch (error) {
    // A failed store is repeated on the next visit.
    if (!(error instanceof SunglowError)) throw error;
  }
}

/** True if anything will remind the user at a time that depends on the zone. */
function hasReminders(replica: Replica): boolean {
  const isChosen = (name: string) => Boolean(replica.get('setting', name)?.value);
  if (isChosen('remindBefore') || isChosen('dailyBrief')) return true;
  for (const { deletedAt } of replica.rows('reminder')) if (deletedAt === null) return true;
  return false;
}
