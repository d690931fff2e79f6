import { Check } from 'lucide-react';
import type { Task } from '#src/domain/task.ts';
import { heirsOf } from '#src/web/hooks/focus.ts';
import { useMutate } from '#src/web/hooks/use-mutate.ts';
import { cx } from '#src/web/ui/class-names.ts';
import styles from './complete-button.module.css';

/** The round check of an active task. */
export function CompleteButton({ task }: { readonly task: Task }) {
  const mutate = useMutate();
  const onComplete = (button: HTMLElement) => {
    const heir = heirsOf(button);
    void mutate('task.complete', { id: task.id, at: Date.now() }, 'Task completed', 'Task reopened');
    // The row goes, and the focus would go with it: the keyboard's user is to go on at the next one.
    queueMicrotask(() => heir()?.focus({ preventScroll: true }));
  };
  return (
    <button
      type="button"
      className={styles['button']}
      aria-label={`Complete ${task.name}`}
      data-control="complete"
      onClick={(event) => onComplete(event.currentTarget)}
    >
      <Circle />
    </button>
  );
}

/** The filled check of a completed one. */
export function DoneMark() {
  return (
    <span className={cx(styles['button'], styles['done'])} aria-hidden>
      <Circle />
    </span>
  );
}

function Circle() {
  return (
    <span className={styles['circle']}>
      <Check size={13} strokeWidth={3.25} aria-hidden />
    </span>
  );
}
