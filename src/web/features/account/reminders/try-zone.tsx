import { useRef, useState } from 'react';
import { isKnownTimeZone } from '#src/domain/time/time-zone.ts';
import { placeOfZone } from '#src/reading/remind/travel.ts';
import { useReplica } from '#src/web/data/replica-context.ts';
import { useRow } from '#src/web/data/rows.ts';
import { useTimeZone } from '#src/web/data/today.ts';
import { movedIn, movedText } from '#src/web/tasks/travel/moved-in.ts';
import { TravelDialog } from '#src/web/tasks/travel/travel-dialog.tsx';
import { useOwnDialog } from '#src/web/tasks/travel/use-own-dialog.ts';
import { Button } from '#src/web/ui/button.tsx';
import { TextField } from '#src/web/ui/fields/text-field.tsx';
import styles from './reminders-section.module.css';

/**
 * Shows before a journey which reminders would move in another zone (rule N7). It changes nothing but the
 * pins.
 */
export function TryZone() {
  'use no memo';
  // The compiler would treat the result as unchanged as long as the replica is the same object.
  const replica = useReplica();
  const here = useTimeZone();
  const from = useRow('setting', 'zone')?.value || here;
  const button = useRef<HTMLButtonElement>(null);
  const dialog = useOwnDialog(button);
  const [typed, setTyped] = useState('');
  const zone = typed.trim().replaceAll(' ', '_');
  const isKnown = zone !== '' && isKnownTimeZone(zone);
  const found = isKnown || zone === '' ? [] : zonesLike(zone);
  const moved = isKnown && replica.hasAll ? movedIn(replica, zone) : [];
  return (
    <div className={styles['form']}>
      <TextField
        label="Try out another time zone"
        autoComplete="off"
        placeholder="Asia/Tokyo"
        value={typed}
        onValue={setTyped}
        error={
          zone === '' || isKnown || found.length > 0 ? null : 'Please pick a time zone, such as Asia/Tokyo'
        }
        hint="See which reminders a journey would move."
      />
      {found.length > 0 && (
        <div className={styles['zones']}>
          {found.map((name) => (
            <Button key={name} size="small" onClick={() => setTyped(name)}>
              {name.replaceAll('_', ' ')}
            </Button>
          ))}
        </div>
      )}
      <p aria-live="polite" className={styles['result']}>
        {isKnown && `${movedText(placeOfZone(zone), moved.length)}.`}
      </p>
      {moved.length > 0 && (
        <Button size="small" ref={button} onClick={dialog.open}>
          Show reminders
        </Button>
      )}
      {dialog.isShown && (
        <TravelDialog control={dialog.control} moved={moved} from={from} to={zone} choice={null} />
      )}
    </div>
  );
}

/** The most zones that are offered. */
const MOST = 5;

function zonesLike(typed: string): readonly string[] {
  const part = typed.toLowerCase();
  return Intl.supportedValuesOf('timeZone')
    .filter((name) => name.toLowerCase().includes(part))
    .slice(0, MOST);
}
