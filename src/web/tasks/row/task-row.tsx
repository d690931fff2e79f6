import { memo, useId, type ComponentType, type CSSProperties } from 'react';
import { handOnFocus } from '#src/web/focus/leaving-focus.ts';
import { useIsSelected } from '#src/web/tasks/selection.ts';
import { TaskContent } from './task-content.tsx';
import type { SaidByPlace } from './task-facts.tsx';
import styles from './task-row.module.css';

interface TaskRowProps {
  readonly id: string;
  /** Where it stands in its list, from 1, and how long that is: only a part of the list is in the document. */
  readonly position: number;
  readonly size: number;
  /** How deep it stands below other rows, from 0; undefined in a list that shows no task below another. */
  readonly level: number | undefined;
  /** The block that the list counts it in, and measures. */
  readonly block: number;
  /** It is no longer in the list, and fades: out of reach of pointer, keyboard and screen readers. */
  readonly isLeaving: boolean;
  readonly said: SaidByPlace | undefined;
  /** What can be done with it there besides. */
  readonly tool?: ComponentType<{ readonly id: string }> | undefined;
}

/**
 * One task in a list. As the list changes, the rows in it get other positions and render again; what they show is a
 * component of its own, which does so only when its task changes.
 */
export const TaskRow = memo(function TaskRow(props: TaskRowProps) {
  const { id, position, size, level, block, isLeaving, said, tool: Tool } = props;
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
      <TaskContent id={id} nameId={nameId} said={level ? 'parent' : said} isTree={level !== undefined} />
      {Tool && <Tool id={id} />}
    </li>
  );
});
