import { memo, useId, type ComponentType, type CSSProperties } from 'react';
import { handOnFocus } from '#src/web/focus/leaving-focus.ts';
import { useIsSelected } from '#src/web/tasks/selection.ts';
import { TaskContent } from './task-content.tsx';
import type { FactsOfPlace } from './task-facts.tsx';
import styles from './task-row.module.css';

interface TaskRowProps {
  readonly id: string;
  /**
   * The row's position in the list, from 1, and the length of the list: the document holds only a part of it.
   */
  readonly position: number;
  readonly size: number;
  /** The level of the row, from 0; undefined in a list without sub-tasks. */
  readonly level: number | undefined;
  /** The index of the list's block that contains the row, for measuring. */
  readonly block: number;
  /**
   * True for a row that has left the list and fades: pointer, keyboard and screen readers cannot reach it.
   */
  readonly isLeaving: boolean;
  readonly placeFacts: FactsOfPlace | undefined;
  /** An additional control of the list. */
  readonly tool?: ComponentType<{ readonly id: string }> | undefined;
}

/**
 * One task in a list. The row renders when its position changes; its content is a component of its own, which
 * renders only when its task changes.
 */
export const TaskRow = memo(function TaskRow(props: TaskRowProps) {
  const { id, position, size, level, block, isLeaving, placeFacts, tool: Tool } = props;
  const nameId = useId();
  return (
    <li
      ref={handOnFocus}
      data-block={block}
      data-task={isLeaving ? undefined : id}
      data-selected={useIsSelected(id) || undefined}
      inert={isLeaving}
      aria-hidden={isLeaving || undefined}
      tabIndex={-1}
      className={styles['row']}
      aria-labelledby={nameId}
      aria-posinset={position}
      aria-setsize={size}
      aria-level={level === undefined ? undefined : level + 1}
      style={level ? ({ '--level': level } as CSSProperties) : undefined}
    >
      <TaskContent
        id={id}
        nameId={nameId}
        placeFacts={level ? 'parent' : placeFacts}
        isTree={level !== undefined}
      />
      {Tool && <Tool id={id} />}
    </li>
  );
});
