import { useEffect, useRef, useState, type CSSProperties } from 'react';
import { SunglowError } from '#src/domain/errors.ts';
import { INBOX } from '#src/tables/collection/inbox.ts';
import type { Replica } from '#src/sync/client/replica.ts';
import { failureText } from '#src/web/data/failure-texts.ts';
import { doInSlices } from '#src/web/data/do-in-slices.ts';
import { useReplica } from '#src/web/data/replica-context.ts';
import { useCollectionChoices } from '#src/web/data/rows.ts';
import { undo } from '#src/web/data/undo.ts';
import {
  dismissNotification,
  notifications,
  notifyDone,
  notifyError,
} from '#src/web/feedback/notifications.ts';
import { ask } from '#src/web/focus/dialogs.ts';
import { Button } from '#src/web/ui/button.tsx';
import { CollectionSelect } from '#src/web/ui/fields/collection-select.tsx';
import { Field } from '#src/web/ui/fields/field.tsx';
import { rememberCollection } from '#src/web/features/tasks/draft/new-task.ts';
import type { TaskDraft } from '#src/web/features/tasks/draft/task-form.ts';
import { formatCount } from '#src/web/platform/format-count.ts';
import { additionOfCollection } from './home.ts';
import { LineReader } from './line-reader.ts';
import type { Line } from './lines.ts';
import styles from './pasted-lines.module.css';
import { planLines, readLine } from './plan-lines.ts';
import type { NewName } from './reading.ts';
import { useHome } from './use-home.ts';
import type { LineSources } from './use-line-sources.ts';

interface PastedLinesProps {
  readonly lines: readonly Line[];
  /** The fields that each task begins with. */
  readonly base: TaskDraft;
  readonly sources: LineSources;
  /** Called when the adding begins. */
  readonly onAdd: () => void;
  readonly onDismiss: () => void;
}

/** The most lines that are added without a question. */
const MANY = 200;

/** Offers to add a task for each pasted line, in a collection to choose. */
export function PastedLines({ lines, base, sources, onAdd, onDismiss }: PastedLinesProps) {
  const replica = useReplica();
  const { draft, inbox } = useHome(base);
  const [chosen, setChosen] = useState('');
  const collections = useCollectionChoices(draft.collectionId);
  const isThere = (id: string) => collections.some(({ collection }) => collection.id === id);
  const home = isThere(chosen) ? chosen : draft.collectionId;
  const fields = { ...draft, ...(home !== draft.collectionId && { collectionId: home, sectionId: null }) };
  const count = formatCount(lines.length);
  const offer = useRef<HTMLFieldSetElement>(null);
  useEffect(() => {
    // Some browsers return a promise, which is no cleanup.
    offer.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const start = () => {
    onAdd();
    rememberCollection(home);
    void addAll(replica, lines, fields, sources, home === inbox?.id ? inbox : null);
  };
  const add = () => {
    if (lines.length <= MANY) start();
    else
      ask({
        title: `Add ${count} tasks?`,
        description: 'Each line that was pasted becomes a task. One undo takes all of them back.',
        confirm: 'Add',
        onConfirm: start,
      });
  };
  return (
    <fieldset ref={offer} aria-label="Pasted lines" className={styles['offer']}>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <output> would be one of the form's controls */}
      <p role="status" className={styles['text']}>
        {`${count} lines were pasted.`}
      </p>
      <LinesShown lines={lines} base={fields} sources={sources} />
      <div className={styles['choices']}>
        <Field label="Collection of these tasks" labelHidden className={styles['collection']}>
          {(control) => (
            <CollectionSelect
              control={control}
              collections={collections}
              added={inbox ? { collection: { ...INBOX, ...inbox }, level: 0 } : undefined}
              value={home}
              onValue={setChosen}
            />
          )}
        </Field>
        <Button size="small" look="quiet" onClick={onDismiss}>
          Dismiss
        </Button>
        <Button size="small" look="primary" onClick={add}>
          Add {count} tasks
        </Button>
      </div>
    </fieldset>
  );
}

/** The most lines that are shown. */
const SHOWN = 8;

/** The first lines as the tasks that they become. */
function LinesShown({ lines, base, sources }: Pick<PastedLinesProps, 'lines' | 'base' | 'sources'>) {
  const reader = new LineReader();
  const more = lines.length - SHOWN;
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-redundant-roles -- Safari drops the role of a list without bullets */}
      <ul role="list" aria-label="New tasks" className={styles['lines']}>
        {lines.slice(0, SHOWN).map(({ text, level }, place) => {
          const { name, items } = readLine(reader, text, level > 0, base, sources);
          return (
            // oxlint-disable-next-line react/no-array-index-key -- lines have no other identity
            <li key={place} className={styles['line']} style={{ '--level': level } as CSSProperties}>
              <span className={styles['name']} dir="auto">
                {name}
              </span>
              <span className={styles['meaning']}>{items.map(({ meaning }) => meaning).join(', ')}</span>
            </li>
          );
        })}
      </ul>
      {more > 0 && <p className={styles['text']}>and {formatCount(more)} more</p>}
    </>
  );
}

/** `inbox`: the collection that is created with the first task; null for one that is there. */
async function addAll(
  replica: Replica,
  lines: readonly Line[],
  base: TaskDraft,
  sources: LineSources,
  inbox: NewName | null,
) {
  const reader = new LineReader();
  const at = Date.now();
  const first = inbox ? [additionOfCollection(inbox, at)] : [];
  const tasks = planLines(lines, base, (draft, state) => reader.read(draft, sources, state), at, first);
  const progress = progressOf(lines.length);
  try {
    const { done, rejected, entryId } = await doInSlices(replica, tasks, progress.tell);
    progress.end();
    const offer = entryId === null ? null : { entryId, run: () => void undo(replica, entryId) };
    const home = replica.get('collection', base.collectionId)?.name ?? '';
    const place = inbox ? `${home}, a new collection` : home;
    if (done > 0) notifyDone('Tasks added', `${formatCount(done)} tasks in ${place}`, offer);
    if (rejected.size > 0)
      notifyError(`${formatCount(rejected.size)} lines could not be added: there is no more room for tasks.`);
  } catch (error) {
    progress.end();
    if (!(error instanceof SunglowError)) throw error;
    notifyError(failureText('task.add', error));
  }
}

/** Shows the progress, 20 times at most, since screen readers read out each time. */
function progressOf(all: number) {
  let shown: number | undefined;
  let told = 0;
  const end = () => {
    if (shown !== undefined) dismissNotification(shown);
  };
  return {
    end,
    tell: (done: number) => {
      if (all <= MANY || done - told < all / 20) return;
      told = done;
      end();
      notifyDone('Adding tasks', `${formatCount(done)} of ${formatCount(all)}`, null);
      shown = notifications.get().at(-1)?.id;
    },
  };
}
