import { useLayoutEffect, useMemo, useRef } from 'react';
import { flushSync } from 'react-dom';
import { arrangedIn } from '#src/reading/lists/arranged-lists.ts';
import { arrangedName } from '#src/reading/lists/arrangement.ts';
import type { ListView } from '#src/reading/lists/list-view.ts';
import { useReplica } from '#src/web/data/replica-context.ts';
import { useMutateTogether } from '#src/web/data/use-mutate.ts';
import { announce } from '#src/web/feedback/announcer.tsx';
import { NONE_KEY } from '#src/web/features/tasks/arranged/order-groups.ts';
import type { BoardDrops } from '#src/web/tasks/drag/drag.ts';
import { keyOf, type Section } from '#src/web/tasks/list/list-plan.ts';
import { selectedIds } from '#src/web/tasks/selection.ts';
import { formatCount } from '#src/web/platform/format-count.ts';
import type { BoardActions } from './board-context.ts';
import { focusCard } from './card-focus.ts';
import { columnOperations, type BoardOf } from './column-moves.ts';
import { indexOfDrop, spotInColumn } from './column-spot.ts';

export interface BoardMoves {
  readonly drops: BoardDrops;
  readonly actions: BoardActions;
  /** Moves a card down within its column by `steps`; up if negative. */
  readonly step: (id: string, from: string, steps: number) => void;
  /** Moves a card by `columns` to a later column; to an earlier one if negative. */
  readonly aside: (id: string, from: string, columns: number) => void;
}

const domainKey = (column: string) => (column === NONE_KEY ? '' : column);

/** The moves of a board's cards: by dragging, by keys, by the menu of a card. */
export function useBoardMoves(
  board: BoardOf,
  view: ListView,
  columns: readonly Section[],
  nameOf: (column: string) => string,
): BoardMoves {
  const replica = useReplica();
  const mutateTogether = useMutateTogether();
  const { list, by } = board;

  const latest = useRef({ board, view, columns, nameOf, mutateTogether });
  useLayoutEffect(() => {
    latest.current = { board, view, columns, nameOf, mutateTogether };
  });
  return useMemo(() => {
    // Read when a card is moved, never while rendering.
    const now = () => latest.current;
    const columnAt = (key: string) => now().columns.find((column) => keyOf(column) === key);
    const operations = (ids: readonly string[], from: string, to: string, index: number) => {
      const column = columnAt(to);
      if (!column) return [];
      const target = { key: domainKey(to), ids: column.ids };
      return columnOperations(replica, now().board, ids, domainKey(from), target, index);
    };
    const text = (id: string, to: string) => {
      const { view: of, nameOf: name } = now();
      const ids =
        arrangedIn(replica.lists)
          .groups(arrangedName({ ...of, list, group: by }))
          .get(domainKey(to)) ?? [];
      const place = `position ${formatCount(ids.indexOf(id) + 1)} of ${formatCount(ids.length)}`;
      return `${replica.get('task', id)?.name ?? ''} moved to ${name(to)}, ${place}`;
    };
    const move = (id: string, ids: readonly string[], from: string, to: string, index: number) => {
      const changes = operations(ids, from, to, index);
      if (changes.length === 0) return;
      flushSync(() => void now().mutateTogether(changes, null));
      announce(text(id, to));
      focusCard(id, to);
    };
    return {
      drops: {
        spotAt: (gap, moved) => spotInColumn(replica, now().board, gap, moved),
        operations: (ids, from, drop) => {
          const to = drop.column ?? '';
          return operations(ids, from, to, indexOfDrop(columnAt(to)?.ids ?? [], drop));
        },
        text: (id, { column = '' }) => text(id, column),
      },
      actions: {
        columns: () =>
          now().columns.map((column) => ({ key: keyOf(column), name: now().nameOf(keyOf(column)) })),
        columnOf: (card) => card?.closest<HTMLElement>('section')?.dataset['section'],
        moveTo: (id, from, to) => {
          const selected = selectedIds();
          const order = now().columns.flatMap(({ ids }) => ids);
          const ids = selected.has(id) ? [...new Set(order.filter((each) => selected.has(each)))] : [id];
          move(id, ids, from, to, 0);
        },
      },
      step: (id, from, steps) => {
        const ids = columnAt(from)?.ids ?? [];
        const index = ids.indexOf(id) + steps;
        if (index < 0 || index >= ids.length) return;
        move(id, [id], from, from, steps > 0 ? index + 1 : index);
      },
      aside: (id, from, count) => {
        const all = now().columns.map(keyOf);
        const to = all[all.indexOf(from) + count];
        if (to !== undefined) move(id, [id], from, to, 0);
      },
    };
  }, [replica, list, by]);
}
