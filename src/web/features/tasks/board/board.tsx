import { useMemo, useRef, type ReactNode } from 'react';
import { columnsBy, type ListView } from '#src/reading/lists/list-view.ts';
import type { ArrangedList, Grouping } from '#src/reading/lists/arrangement.ts';
import { groupName } from '#src/web/features/tasks/arranged/group-heading.tsx';
import { NONE_KEY } from '#src/web/features/tasks/arranged/order-groups.ts';
import { factsOfPlace } from '#src/web/features/tasks/arranged/facts-of-place.ts';
import { useGroups } from '#src/web/features/tasks/arranged/use-groups.ts';
import { useReplica } from '#src/web/data/replica-context.ts';
import { useToday } from '#src/web/data/today.ts';
import type { Section } from '#src/web/tasks/list/list-plan.ts';
import { useFollowTask } from '#src/web/tasks/list/use-follow-task.ts';
import { useDragging } from '#src/web/tasks/use-dragging.ts';
import { useSelecting } from '#src/web/tasks/use-selecting.ts';
import { BoardColumn } from './board-column.tsx';
import { BoardContext } from './board-context.ts';
import { runOnCard } from './board-keys.ts';
import { BoardTabs } from './board-tabs.tsx';
import styles from './board.module.css';
import { openAddIn } from './add-in-column.ts';
import { useBoardMoves } from './use-board-moves.ts';

interface BoardProps {
  readonly list: ArrangedList;
  readonly label: string;
  readonly view: ListView;
  /** Shown when the board has no column. */
  readonly empty: ReactNode;
}

/** The tasks of a list as cards in columns, one for each section, priority, label, day or collection. */
export function Board({ list, label, view, empty }: BoardProps) {
  const by = columnsBy(list, view);
  const groups = useGroups({ list, ...view, group: by }, true);
  const columns = groups.map(({ key, ids }): Section => ({ day: null, group: key || NONE_KEY, ids }));
  // The hooks of Columns listen to its element, so both mount and unmount together.
  return columns.length === 0 ? empty : <Columns {...{ list, label, view, by, columns }} />;
}

interface ColumnsProps extends Omit<BoardProps, 'empty'> {
  readonly by: Grouping;
  readonly columns: readonly Section[];
}

function Columns({ list, label, view, by, columns }: ColumnsProps) {
  const replica = useReplica();
  const today = useToday();
  const ref = useRef<HTMLElement>(null);
  const nameOf = (column: string) => groupName(replica, by, column, today);
  const moves = useBoardMoves({ list, by, sort: view.sort }, view, columns, nameOf);
  const isDraggable = useDragging(ref, columns, 'place', null, moves.drops);
  const selecting = useSelecting(columns, isDraggable);
  const follow = useFollowTask();
  const onAdd = useMemo(
    () => (list === 'overdue' ? null : (column: string) => openAddIn(list, by, column)),
    [list, by],
  );
  return (
    <BoardContext value={moves.actions}>
      <BoardTabs board={ref} by={by} columns={columns} />
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- clicks on links bubble up to it */}
      <section
        ref={ref}
        data-board
        data-wide
        aria-label={label}
        className={styles['board']}
        {...selecting}
        onKeyDown={(event) => {
          if (!runOnCard(event, event.currentTarget, moves)) selecting.onKeyDown(event);
        }}
        onClick={follow}
      >
        {columns.map(({ group = NONE_KEY, ids }) => (
          <BoardColumn
            key={`${by} ${group}`}
            by={by}
            column={group}
            ids={ids}
            placeFacts={
              by === 'label' && !list.startsWith('in:') ? `label ${group}` : factsOfPlace(list, { group: by })
            }
            onAdd={onAdd}
          />
        ))}
      </section>
    </BoardContext>
  );
}
