import { useEffect, useState } from 'react';
import { SunglowError } from '#src/domain/errors.ts';
import type { MovedReminder } from '#src/domain/remind/travel.ts';
import type { Replica } from '#src/sync/client/replica.ts';
import { useReplica } from '#src/web/data/replica-context.ts';
import { useTimeZone } from '#src/web/data/today.ts';
import { movedIn } from './moved-in.ts';
import { zoneMemory } from './zone-memory.ts';
import { memoryOfSaid, zoneStep, type ZoneStep } from './zone-step.ts';

/** A question about the zone by which reminders come. Zones are IANA names. */
export interface ZoneQuestion {
  readonly kind: Exclude<ZoneStep, 'none' | 'say'>;
  readonly here: string;
  /** The zone by which they come. */
  readonly chosen: string;
  /** The reminders that would move, as far as they are to come. */
  readonly moved: readonly MovedReminder[];
}

/** Asks where this device is in another zone than reminders go by, and says where it is where that needs no question (rule N7). */
export function useZoneQuestion(): ZoneQuestion | null {
  const replica = useReplica();
  const here = useTimeZone();
  const [question, setQuestion] = useState<ZoneQuestion | null>(null);
  useEffect(() => {
    let isWanted = true;
    const look = () => {
      // On the way to the server, what was asked before stays: another device may have answered.
      if (isWanted && replica.hasAll && replica.status().connection !== 'connecting')
        setQuestion(questionOf(replica, here));
    };
    void replica.whenAll().then(look);
    // With the first reminder it matters where the user is; that changes with every change that is made here.
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
  // On the next journey it is asked anew.
  if (memory?.kind === 'keeps' && memory.here !== here && step === 'none') zoneMemory.set(null);
  if (step === 'say') void say(replica, here);
  if (step === 'none' || step === 'say' || chosen === null) return null;
  return { kind: step, here, chosen, moved: step === 'move' ? movedIn(replica, here) : [] };
}

/** Chooses the zone of this device. It is no change of the user's, to be taken back. */
async function say(replica: Replica, here: string): Promise<void> {
  try {
    await replica.mutate('setting.set', { id: 'zone', value: here, at: Date.now() });
    zoneMemory.set(memoryOfSaid(here));
  } catch (error) {
    // Where it cannot be stored, the next visit says it.
    if (!(error instanceof SunglowError)) throw error;
  }
}

/** Whether anything is to come for which it matters where the user is. */
function hasReminders(replica: Replica): boolean {
  const isChosen = (name: string) => Boolean(replica.get('setting', name)?.value);
  if (isChosen('remindBefore') || isChosen('dailyBrief')) return true;
  for (const { deletedAt } of replica.rows('reminder')) if (deletedAt === null) return true;
  return false;
}
