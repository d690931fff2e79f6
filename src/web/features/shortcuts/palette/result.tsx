import { Circle } from '#src/web/ui/icons/circle.ts';
import { CircleCheck } from '#src/web/ui/icons/circle-check.ts';
import { Fragment, memo } from 'react';
import { idsIn } from '#src/domain/id-set.ts';
import { lineWith, marksIn } from '#src/reading/search/marks.ts';
import type { Task } from '#src/tables/task/task.ts';
import { useCollection, useLabelsOf, useTask } from '#src/web/data/rows.ts';
import { Keys } from '#src/web/features/shortcuts/keys.tsx';
import { shownKeys } from '#src/web/features/shortcuts/shortcut-list.ts';
import { isApple } from '#src/web/platform/key-name.ts';
import { cx } from '#src/web/ui/class-names.ts';
import { ColorDot } from '#src/web/ui/color-dot.tsx';
import hidden from '#src/web/ui/hidden.module.css';
import type { CommandEntry, Entry, Place } from './entries.ts';
import styles from './palette-dialog.module.css';

interface ResultProps {
  readonly entry: Entry;
  /** The folded words to mark, separated by spaces. */
  readonly words: string;
}

/** The content of an option in the palette. */
export const Result = memo(function Result({ entry, words }: ResultProps) {
  const marked = words === '' ? [] : words.split(' ');
  if (entry.kind === 'task') return <TaskResult id={entry.id} words={marked} />;
  return <OtherResult entry={entry} words={marked} />;
});

function OtherResult({
  entry,
  words,
}: {
  readonly entry: Place | CommandEntry;
  readonly words: readonly string[];
}) {
  const { name, icon: Icon, what, keys } = entry;
  return (
    <>
      {Icon && <Icon size={18} aria-hidden className={styles['icon']} />}
      {entry.kind === 'place' && entry.color && <ColorDot color={entry.color} />}
      <span className={styles['body']}>
        <span className={styles['name']} dir="auto">
          <Marked text={name} words={words} />
        </span>
        {what !== undefined && (
          <span className={styles['detail']} dir="auto">
            {what}
          </span>
        )}
      </span>
      {keys?.[0] !== undefined && (
        <span className={styles['keys']}>
          <Keys keys={shownKeys(keys[0], isApple())} />
        </span>
      )}
    </>
  );
}

function TaskResult({ id, words }: { readonly id: string; readonly words: readonly string[] }) {
  const task = useTask(id);
  return task ? <KnownTask task={task} words={words} /> : null;
}

function KnownTask({ task, words }: { readonly task: Task; readonly words: readonly string[] }) {
  const { name, description, labels, collectionId, completedAt } = task;
  const collection = useCollection(collectionId);
  const isDone = completedAt !== null;
  const Icon = isDone ? CircleCheck : Circle;
  const line = words.length > 0 && description !== '' ? lineWith(description, words) : null;
  return (
    <>
      <Icon size={18} aria-hidden className={styles['icon']} />
      <span className={styles['body']}>
        <span className={cx(styles['name'], isDone && styles['done'])} dir="auto">
          <Marked text={name} words={words} />
        </span>
        {isDone && <span className={hidden['hidden']}>completed</span>}
        <span className={styles['detail']}>
          {collection && (
            <>
              <ColorDot color={collection.color} />{' '}
              <span dir="auto">
                <Marked text={collection.name} words={words} />
              </span>
            </>
          )}
          {idsIn(labels).length > 0 && <Labels set={labels} words={words} />}
        </span>
        {line !== null && (
          <span className={styles['line']} dir="auto">
            <Marked text={line} words={words} />
          </span>
        )}
      </span>
    </>
  );
}

function Labels({ set, words }: { readonly set: string; readonly words: readonly string[] }) {
  return useLabelsOf(set).map(({ id, name }) => (
    <span key={id} className={styles['label']} dir="auto">
      @<Marked text={name} words={words} />
    </span>
  ));
}

/** A text with the matches of these folded words marked. */
function Marked({ text, words }: { readonly text: string; readonly words: readonly string[] }) {
  const marks = words.length > 0 ? marksIn(text, words) : [];
  if (marks.length === 0) return text;
  return (
    <>
      {marks.map(({ from, to }, index) => (
        <Fragment key={from}>
          {text.slice(marks[index - 1]?.to ?? 0, from)}
          <mark className={styles['mark']}>{text.slice(from, to)}</mark>
        </Fragment>
      ))}
      {text.slice(marks.at(-1)?.to)}
    </>
  );
}
