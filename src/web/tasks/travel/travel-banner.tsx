import { useEffect, useRef, useState } from 'react';
import { placeOfZone, type MovedReminder } from '#src/domain/remind/travel.ts';
import type { Replica } from '#src/sync/client/replica.ts';
import { useReplica } from '#src/web/data/replica-context.ts';
import { useTimeZone } from '#src/web/data/today.ts';
import { focusPage } from '#src/web/focus/focus.ts';
import { deviceMemory } from '#src/web/platform/device-memory.ts';
import { Button } from '#src/web/ui/button.tsx';
import { Banner } from '#src/web/ui/page/banner.tsx';
import { movedIn, movedText } from './moved-in.ts';
import { TravelDialog } from './travel-dialog.tsx';
import styles from './travel.module.css';
import { useOwnDialog } from './use-own-dialog.ts';

/** Where this device was when its user was told last, so that two devices in two zones do not go on contradicting each other. */
const TOLD_IN = 'sunglow.zone';

/** What the user is to be told: the zone in which they were, and what moves. */
interface Travel {
  readonly from: string;
  readonly moved: readonly MovedReminder[];
}

/** Says which reminders move before they do, once this device is in another zone (rule N7). */
export function TravelBanner() {
  const replica = useReplica();
  const here = useTimeZone();
  const [travel, setTravel] = useState<Travel | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const dialog = useOwnDialog(button);
  useEffect(() => {
    let isWanted = true;
    const look = () => setTravel(travelTo(replica, here));
    void replica.whenAll().then(() => isWanted && look());
    // With the first reminder it matters where the user is; that changes with every change that is made here.
    const lookAgain = () => replica.hasAll && look();
    const stops = [replica.subscribe('status', lookAgain), replica.subscribe('setting:zone', lookAgain)];
    return () => {
      isWanted = false;
      stops.forEach((stop) => stop());
    };
  }, [replica, here]);

  if (!travel) return null;
  const done = () => {
    deviceMemory.set(TOLD_IN, here);
    setTravel(null);
    // The buttons are gone, and the dialog before them.
    setTimeout(() => document.activeElement === document.body && focusPage());
  };
  const { from, moved } = travel;
  return (
    <>
      <Banner
        calm
        title={movedText(placeOfZone(here), moved.length)}
        text={`Until you choose, they come at ${placeOfZone(from)} time.`}
      >
        <div className={styles['buttons']}>
          <Button size="small" ref={button} onClick={dialog.open}>
            Show reminders
          </Button>
          <Button size="small" look="quiet" onClick={done}>
            Not now
          </Button>
        </div>
      </Banner>
      {dialog.isShown && (
        <TravelDialog control={dialog.control} moved={moved} from={from} to={here} isThere onDone={done} />
      )}
    </>
  );
}

/** Null where there is nothing to be asked: then what is to be known of the zone is told the other devices and the server. */
function travelTo(replica: Replica, here: string): Travel | null {
  const from = replica.get('setting', 'zone')?.value || null;
  const tell = () => {
    deviceMemory.set(TOLD_IN, here);
    // No change of the user's, to be taken back. Where it cannot be stored, the next visit tells it.
    void replica.mutate('setting.set', { id: 'zone', value: here, at: Date.now() }).catch(() => {});
  };
  if (from === null) {
    if (hasReminders(replica)) tell();
    return null;
  }
  if (from === here) {
    deviceMemory.set(TOLD_IN, here);
    return null;
  }
  if (deviceMemory.get(TOLD_IN) === here) return null;
  const moved = movedIn(replica, here);
  if (moved.length > 0) return { from, moved };
  tell();
  return null;
}

/** Whether anything is to come for which it matters where the user is. */
function hasReminders(replica: Replica): boolean {
  const isChosen = (name: string) => Boolean(replica.get('setting', name)?.value);
  if (isChosen('remindBefore') || isChosen('dailyBrief')) return true;
  for (const { deletedAt } of replica.rows('reminder')) if (deletedAt === null) return true;
  return false;
}
