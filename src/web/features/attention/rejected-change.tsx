import { capitalized } from '#src/domain/text/capitalized.ts';
import type { Rejection } from '#src/sync/client/storage/device-store.ts';
import type { NamedTable } from '#src/tables/kit/named.ts';
import { tableOf } from '#src/web/words/verbs.ts';
import { WORDS } from '#src/web/words/words.ts';
import { handOnFocus } from '#src/web/focus/leaving-focus.ts';
import { useTimeZone } from '#src/web/data/today.ts';
import { taskLink } from '#src/web/addresses/task-address.ts';
import { NotesChoice } from '#src/web/tasks/notes/notes-choice.tsx';
import { Button, ButtonLink } from '#src/web/ui/button.tsx';
import { ChooseCollection } from './choose-collection.tsx';
import { ChooseName } from './choose-name.tsx';
import { isOfPurged } from './held-rows.ts';
import styles from './needs-attention-page.module.css';
import { useSettle } from './use-settle.ts';
import { notesInQuestion } from './notes-in-question.ts';
import { needsCollection, otherResolution, reasonOf, resolutionOf, type Resolution } from './resolutions.ts';
import { interfaceLocale } from '#src/web/platform/interface-locale.ts';
import { isTaken, takenName } from './taken-names.ts';

function labelOf(resolution: Resolution, rejection: Rejection): string {
  const noun = tableOf(rejection.mutation.name);
  if (resolution === 'again') return 'Retry';
  if (resolution === 'move') return 'Choose another collection';
  if (resolution === 'apart') return capitalized(WORDS[noun].toTop ?? '');
  if (resolution === 'there') return `Use the existing ${noun}`;
  return isOfPurged(rejection) ? `Add ${noun} again` : `Restore ${noun}`;
}

/** A rejected change: its description, reason and time, and its resolutions. */
export function RejectedChange({ rejection }: { readonly rejection: Rejection }) {
  const { mutation, code, at, setBack } = rejection;
  const { lookup, description, go, copy, askToDiscard } = useSettle(rejection);
  const { title, details } = description;
  const resolution = resolutionOf(rejection, lookup);
  const other = otherResolution(rejection, lookup);
  const notes = notesInQuestion(mutation, lookup);
  const timeZone = useTimeZone();
  const taken = takenName(mutation, lookup);
  return (
    <li ref={handOnFocus} className={styles['card']} aria-label={title}>
      <h2 className={styles['title']} dir="auto">
        {title}
      </h2>
      <p className={styles['reason']}>{reasonOf(rejection, lookup)}</p>
      <p className={styles['when']}>
        {setBack ? 'Noticed' : 'Rejected'}{' '}
        <time dateTime={new Date(at).toISOString()}>{whenText(at, timeZone)}</time>
      </p>
      {details.length > 0 && (
        <dl className={styles['details']}>
          {details.map(({ id, label, value }) => (
            <Detail key={id} label={label} value={value} />
          ))}
        </dl>
      )}
      <div className={styles['actions']}>
        {notes && resolution === 'choose' && (
          <NotesChoice {...notes} onChoose={(choice, _, button) => void go(choice, {}, button)} />
        )}
        {resolution &&
          resolution !== 'choose' &&
          (taken !== undefined ? (
            <ChooseName
              of={tableOf(mutation.name) as NamedTable}
              apply={resolution === 'restore' ? labelOf(resolution, rejection) : 'Rename'}
              wanted={taken}
              isTaken={(name) => isTaken(name, mutation, lookup)}
              onApply={(name, form) => void go(resolution, { name }, form)}
            />
          ) : needsCollection(resolution, mutation, lookup) ? (
            <ChooseCollection
              label={resolution === 'restore' ? intoLabel(rejection) : labelOf(resolution, rejection)}
              apply={resolution === 'restore' ? labelOf(resolution, rejection) : 'Apply'}
              wanted={details.find(({ id }) => id === 'collectionId')?.value}
              onApply={(collectionId, button) => void go(resolution, { collectionId }, button)}
            />
          ) : (
            <Button
              look="primary"
              size="small"
              onClick={(event) => void go(resolution, {}, event.currentTarget)}
            >
              {labelOf(resolution, rejection)}
            </Button>
          ))}
        {other && (
          <Button size="small" onClick={(event) => void go(other, {}, event.currentTarget)}>
            {labelOf(other, rejection)}
          </Button>
        )}
        {code === 'LABELS_LIMIT' && lookup.task(mutation.args.id)?.deletedAt === null && (
          <ButtonLink size="small" to={taskLink(mutation.args.id)}>
            Open task
          </ButtonLink>
        )}
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
  return new Intl.DateTimeFormat(interfaceLocale(), {
    timeZone,
    dateStyle: 'medium',
    timeStyle: 'short',
  }).format(at);
}
