import { Plus } from '#src/web/ui/icons/plus.ts';
import { useId, useRef, useState, type ClipboardEvent } from 'react';
import { newId } from '#src/domain/id.ts';
import { LIMITS } from '#src/domain/limits.ts';
import type { PlacedTask } from '#src/tables/task/task.ts';
import { useSubTasks, useTask } from '#src/web/data/rows.ts';
import { useMutateTogether } from '#src/web/data/use-mutate.ts';
import { CompleteButton } from '#src/web/tasks/row/complete-button.tsx';
import { SubTaskProgress } from '#src/web/tasks/row/sub-task-progress.tsx';
import { useDragging } from '#src/web/tasks/use-dragging.ts';
import { Button } from '#src/web/ui/button.tsx';
import hidden from '#src/web/ui/hidden.module.css';
import { cleanName } from '#src/domain/clean-text.ts';
import { TextField } from '#src/web/ui/fields/text-field.tsx';
import { tooLong } from '#src/web/ui/fields/too-long.ts';
import { listItem } from '#src/web/features/tasks/quick-add/lines.ts';
import { formatCount } from '#src/web/platform/format-count.ts';
import { TaskLink } from './task-link.tsx';
import styles from './task-page.module.css';

/** The most sub-tasks in the document, until the user asks for more. */
const SHOWN = 100;

/** The direct sub-tasks of a task, completed ones too, and a field that adds more. */
export function SubTasks({ task }: { readonly task: PlacedTask }) {
  const ids = useSubTasks(task.id);
  const titleId = useId();
  const [most, setMost] = useState(SHOWN);
  return (
    <section className={styles['below']}>
      <div className={ids.length > 0 ? styles['belowHead'] : hidden['hidden']}>
        <h2 id={titleId}>Sub-tasks</h2>
        <SubTaskProgress id={task.id} />
      </div>
      {ids.length > 0 && <SubTaskList parentId={task.id} ids={ids.slice(0, most)} titleId={titleId} />}
      {ids.length > most && (
        <Button look="quiet" size="small" onClick={() => setMost(ids.length)}>
          Show {formatCount(ids.length - most)} more
        </Button>
      )}
      <AddSubTask parent={task} />
    </section>
  );
}

interface SubTaskListProps {
  readonly parentId: string;
  readonly ids: readonly string[];
  /** The id of the heading. */
  readonly titleId: string;
}

function SubTaskList({ parentId, ids, titleId }: SubTaskListProps) {
  const list = useRef<HTMLUListElement>(null);
  useDragging(list, [{ day: null, ids }], 'under', parentId);
  return (
    // oxlint-disable-next-line jsx-a11y/no-redundant-roles -- Safari drops the role of a list without bullets
    <ul ref={list} role="list" aria-labelledby={titleId} data-order="under">
      {ids.map((id) => (
        <SubTask key={id} id={id} />
      ))}
    </ul>
  );
}

function SubTask({ id }: { readonly id: string }) {
  const task = useTask(id);
  const nameId = useId();
  if (!task) return null;
  return (
    <li className={styles['subTask']} data-sub-task={id} aria-labelledby={nameId}>
      <CompleteButton task={task} />
      <span id={nameId} className={styles['subTaskName']}>
        <TaskLink task={task} />
      </span>
      <SubTaskProgress id={id} />
    </li>
  );
}

/** A field for sub-tasks. Enter adds one and keeps the field for the next. Each pasted line becomes one. */
function AddSubTask({ parent }: { readonly parent: PlacedTask }) {
  const mutate = useMutateTogether();
  const [name, setName] = useState('');
  const error = tooLong(cleanName(name), LIMITS.taskName);

  const add = (names: readonly string[]) => {
    const at = Date.now();
    const { id: parentId, collectionId } = parent;
    return mutate(
      names.map((each) => ({
        name: 'task.add',
        args: { id: newId(), name: each, description: '', date: null, collectionId, parentId, at },
      })),
      null,
    );
  };
  const addTyped = async () => {
    const typed = cleanName(name);
    if (typed === '' || error !== null) return;
    setName('');
    // A name that could not be stored comes back, so that nobody types it again.
    if (!(await add([typed]))) setName((since) => (since === '' ? typed : since));
  };
  const addPasted = (event: ClipboardEvent) => {
    const lines = event.clipboardData.getData('text/plain').split(/\r?\n/).map(listItem).filter(Boolean);
    if (lines.length < 2 || name !== '') return;
    event.preventDefault();
    const isLong = (line: string) => tooLong(line, LIMITS.taskName) !== null;
    void add(lines.filter((line) => !isLong(line)));
    setName(lines.filter(isLong).join(' '));
  };

  return (
    <form
      className={styles['add']}
      onSubmit={(event) => {
        event.preventDefault();
        void addTyped();
      }}
    >
      <Plus size={18} aria-hidden />
      <TextField
        label="Add sub-task"
        labelHidden
        placeholder="Add a sub-task"
        value={name}
        onValue={setName}
        error={error}
        autoComplete="off"
        enterKeyHint="enter"
        dir="auto"
        className={styles['addField']}
        controlClass={styles['addControl']}
        onPaste={addPasted}
      />
    </form>
  );
}
