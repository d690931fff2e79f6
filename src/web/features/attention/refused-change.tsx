import type { Rejection } from '#src/sync/client/device-store.ts';
import { handOnFocus } from '#src/web/hooks/leaving-focus.ts';
import { useTimeZone } from '#src/web/hooks/today.ts';
import { Button } from '#src/web/ui/button.tsx';
import { ChooseCollection } from './choose-collection.tsx';
import { ChooseName } from './choose-name.tsx';
import { isOfPurged } from './held-rows.ts';
import styles from './needs-attention-page.module.css';
import { useSettle } from './use-settle.ts';
import { needsCollection, reasonOf, takenName, wayOn, type WayOn } from './ways-on.ts';

function labelOf(way: WayOn, rejection: Rejection): string {
  if (way === 'again') return 'Retry';
  if (way === 'move') return 'Choose another collection';
  const noun = rejection.mutation.name.startsWith('collection.') ? 'collection' : 'task';
  return isOfPurged(rejection) ? `Add ${noun} again` : `Restore ${noun}`;
}

/** One rejected change: what it was, why it failed, when, and what can be done. */
export function RefusedChange({ rejection }: { readonly rejection: Rejection }) {
  const { mutation, at } = rejection;
  const { lookup, description, go, copy, askToDiscard } = useSettle(rejection);
  const { title, details } = description;
  const way = wayOn(rejection, lookup);
  const timeZone = useTimeZone();
  const taken = takenName(mutation, lookup);
  return (
    <li ref={handOnFocus} className={styles['card']} aria-label={title}>
      <h2 className={styles['title']} dir="auto">
        {title}
      </h2>
      <p className={styles['reason']}>{reasonOf(rejection, lookup)}</p>
      <p className={styles['when']}>
        Refused <time dateTime={new Date(at).toISOString()}>{whenText(at, timeZone)}</time>
      </p>
      {details.length > 0 && (
        <dl className={styles['details']}>
          {details.map(({ label, value }) => (
            <Detail key={label} label={label} value={value} />
          ))}
        </dl>
      )}
      <div className={styles['actions']}>
        {way &&
          (taken !== undefined ? (
            <ChooseName
              apply={way === 'restore' ? labelOf(way, rejection) : 'Rename'}
              wanted={taken}
              isTaken={(name) => lookup.isTaken(name, mutation.args.id)}
              onApply={(name, form) => void go(way, { name }, form)}
            />
          ) : needsCollection(way, mutation, lookup) ? (
            <ChooseCollection
              label={way === 'restore' ? intoLabel(rejection) : labelOf(way, rejection)}
              apply={way === 'restore' ? labelOf(way, rejection) : 'Apply'}
              wanted={details.find(({ label }) => label === 'Collection')?.value}
              onApply={(collectionId, button) => void go(way, { collectionId }, button)}
            />
          ) : (
            <Button look="primary" size="small" onClick={(event) => void go(way, {}, event.currentTarget)}>
              {labelOf(way, rejection)}
            </Button>
          ))}
        <Button size="small" onClick={() => void copy()}>
          Copy
        </Button>
        <Button size="small" data-control="discard" onClick={askToDiscard}>
          Discard
        </Button>
      </div>
    </li>
  );
}

function intoLabel(rejection: Rejection): string {
  return isOfPurged(rejection) ? 'Collection to add it to' : 'Collection to restore it into';
}

function Detail({ label, value }: { readonly label: string; readonly value: string }) {
  return (
    <>
      <dt>{label}</dt>
      <dd dir="auto">{value}</dd>
    </>
  );
}

function whenText(at: number, timeZone: string): string {
  return new Intl.DateTimeFormat(undefined, { timeZone, dateStyle: 'medium', timeStyle: 'short' }).format(at);
}
