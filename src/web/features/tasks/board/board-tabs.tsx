import { useEffect, useRef, useState, type RefObject } from 'react';
import type { Grouping } from '#src/reading/lists/arrangement.ts';
import { useGroupName } from '#src/web/features/tasks/arranged/group-heading.tsx';
import { keyOf, type Section } from '#src/web/tasks/list/list-plan.ts';
import { formatCount } from '#src/web/platform/format-count.ts';
import styles from './board-tabs.module.css';

interface BoardTabsProps {
  readonly board: RefObject<HTMLElement | null>;
  readonly by: Grouping;
  readonly columns: readonly Section[];
}

/** The names of a board's columns, for phones: there one column is in sight, and a bit of the next. */
export function BoardTabs({ board, by, columns }: BoardTabsProps) {
  const current = useShownColumn(board);
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const { children, offsetWidth } = list.current ?? { children: [], offsetWidth: 0 };
    // Hidden beside a wide board.
    if (offsetWidth > 0) children[current]?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [current]);
  const show = (index: number) =>
    columnsOf(board.current)[index]?.scrollIntoView({
      block: 'nearest',
      inline: 'start',
      behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth',
    });
  return (
    <nav aria-label="Columns" className={styles['tabs']}>
      <ul ref={list}>
        {columns.map((column, index) => (
          <li key={keyOf(column)}>
            <button
              type="button"
              className={styles['tab']}
              aria-current={index === Math.min(current, columns.length - 1)}
              onClick={() => show(index)}
            >
              <Name by={by} column={keyOf(column)} />
              <span className={styles['count']}>{formatCount(column.ids.length)}</span>
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Name({ by, column }: { readonly by: Grouping; readonly column: string }) {
  return (
    <span className={styles['name']} dir="auto">
      {useGroupName(by, column)}
    </span>
  );
}

function columnsOf(board: HTMLElement | null): readonly HTMLElement[] {
  return [...(board?.querySelectorAll<HTMLElement>(':scope > [data-section]') ?? [])];
}

/** The index of the column that the board has scrolled to. */
function useShownColumn(board: RefObject<HTMLElement | null>): number {
  const [shown, setShown] = useState(0);
  useEffect(() => {
    const element = board.current;
    if (!element) return;
    const look = () => {
      const { scrollLeft, scrollWidth, clientWidth } = element;
      const columns = columnsOf(element);
      // The last column cannot reach the start.
      if (Math.abs(scrollLeft) + clientWidth >= scrollWidth - 1)
        return setShown(Math.max(columns.length - 1, 0));
      const { left, right } = element.getBoundingClientRect();
      const isRightToLeft = getComputedStyle(element).direction === 'rtl';
      const distances = columns.map((column) => {
        const rect = column.getBoundingClientRect();
        return Math.abs(isRightToLeft ? rect.right - right : rect.left - left);
      });
      setShown(Math.max(distances.indexOf(Math.min(...distances)), 0));
    };
    element.addEventListener('scroll', look, { passive: true });
    return () => element.removeEventListener('scroll', look);
  }, [board]);
  return shown;
}
