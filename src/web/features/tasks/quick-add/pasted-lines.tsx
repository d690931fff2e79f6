import { SunglowError } from '#src/domain/errors.ts';
import type { Replica } from '#src/sync/client/replica.ts';
import { failureText } from '#src/web/data/failure-texts.ts';
import { doInSlices } from '#src/web/data/do-in-slices.ts';
import { useReplica } from '#src/web/data/replica-context.ts';
import { undo } from '#src/web/data/undo.ts';
import {
  dismissNotification,
  notifications,
  notifyDone,
  notifyError,
} from '#src/web/feedback/notifications.ts';
import { ask } from '#src/web/focus/dialogs.ts';
import { Button } from '#src/web/ui/button.tsx';
import type { TaskDraft } from '#src/web/features/tasks/draft/task-form.ts';
import { LineReader } from './line-reader.ts';
import type { Line } from './lines.ts';
import styles from './pasted-lines.module.css';
import { planLines } from './plan-lines.ts';
import type { LineSources } from './use-line-sources.ts';

interface PastedLinesProps {
  readonly lines: readonly Line[];
  /** The fields that each task begins with. */
  readonly base: TaskDraft;
  /** The error that keeps the lines from being added; null without one. */
  readonly problem: string | null;
  readonly sources: LineSources;
  /** Called when the adding begins. */
  readonly onAdd: () => void;
  readonly onDismiss: () => void;
}

/** The most lines that are added without a question. */
const MANY = 200;

/** Offers to add a task for each pasted line. */
export function PastedLines({ lines, base, problem, sources, onAdd, onDismiss }: PastedLinesProps) {
  const replica = useReplica();
  const count = lines.length.toLocaleString();
  const start = () => {
    onAdd();
    void addAll(replica, lines, base, sources);
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
    <fieldset aria-label="Pasted lines" className={styles['offer']}>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <output> would be one of the form's controls */}
      <p role="status" className={styles['text']}>
        {problem ?? `${count} lines were pasted.`}
      </p>
      <Button size="small" look="primary" disabled={problem !== null} onClick={add}>
        Add {count} tasks
      </Button>
      <Button size="small" look="quiet" onClick={onDismiss}>
        Dismiss
      </Button>
    </fieldset>
  );
}

async function addAll(replica: Replica, lines: readonly Line[], base: TaskDraft, sources: LineSources) {
  const reader = new LineReader();
  const tasks = planLines(lines, base, (draft, state) => reader.read(draft, sources, state), Date.now());
  const progress = progressOf(lines.length);
  try {
    const { done, rejected, entryId } = await doInSlices(replica, tasks, progress.tell);
    progress.end();
    const offer = entryId === null ? null : { entryId, run: () => void undo(replica, entryId) };
    if (done > 0) notifyDone('Tasks added', `${done.toLocaleString()} tasks`, offer);
    if (rejected.size > 0)
      notifyError(
        `${rejected.size.toLocaleString()} lines could not be added: there is no more room for tasks.`,
      );
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
      notifyDone('Adding tasks', `${done.toLocaleString()} of ${all.toLocaleString()}`, null);
      shown = notifications.get().at(-1)?.id;
    },
  };
}
