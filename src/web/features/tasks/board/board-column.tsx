import { Plus } from '#src/web/ui/icons/plus.ts';
import { memo, useEffect, useId, useMemo, useRef, useState, type RefObject } from 'react';
import type { Grouping } from '#src/reading/lists/arrangement.ts';
import { GroupHeading, useGroupName } from '#src/web/features/tasks/arranged/group-heading.tsx';
import { NONE_KEY } from '#src/web/features/tasks/arranged/order-groups.ts';
import { SectionHeading } from '#src/web/features/tasks/sections/section-heading.tsx';
import { useShownList } from '#src/web/tasks/list/leaving-rows.ts';
import { planList, ROWS_PER_BLOCK, type Section } from '#src/web/tasks/list/list-plan.ts';
import { useWindowList } from '#src/web/tasks/list/use-window-list.ts';
import { usePrinting } from '#src/web/platform/printing.ts';
import type { FactsOfPlace } from '#src/web/tasks/row/task-facts.tsx';
import { TaskRow } from '#src/web/tasks/row/task-row.tsx';
import { cx } from '#src/web/ui/class-names.ts';
import hidden from '#src/web/ui/hidden.module.css';
import { formatCount } from '#src/web/platform/format-count.ts';
import styles from './board.module.css';
import { MoveButton } from './move-button.tsx';

interface BoardColumnProps {
  readonly by: Grouping;
  /** The key of the column's group in the document. */
  readonly column: string;
  readonly ids: readonly string[];
  readonly placeFacts: FactsOfPlace | undefined;
  /** Adds a task to the column; null where a new task cannot belong to the list. */
  readonly onAdd: ((column: string) => void) | null;
}

/** A column: its heading, and its cards below. Only the cards near the window are in the document. */
export const BoardColumn = memo(function BoardColumn(props: BoardColumnProps) {
  const { by, column, ids, placeFacts, onAdd } = props;
  const name = useGroupName(by, column);
  const nameId = useId();
  const element = useRef<HTMLElement>(null);
  // Paper shows all cards.
  const isShown = [useIsNear(element), usePrinting()].includes(true);
  const isSection = by === 'section' && column !== NONE_KEY;
  const sections = useMemo((): readonly Section[] => [{ day: null, group: column, ids }], [column, ids]);
  return (
    <section ref={element} className={styles['column']} data-section={column}>
      <div className={cx(styles['head'], !isSection && styles['isInTabs'])}>
        {isSection ? (
          <SectionHeading id={column} nameId={nameId} />
        ) : (
          <GroupHeading group={by} id={column} nameId={nameId}>
            <span className={styles['count']}>
              {formatCount(ids.length)}
              <span className={hidden['hidden']}>{ids.length === 1 ? ' task' : ' tasks'}</span>
            </span>
          </GroupHeading>
        )}
      </div>
      <div className={styles['scroller']}>
        {isShown ? (
          <Cards sections={sections} nameId={nameId} placeFacts={placeFacts} />
        ) : (
          <div data-list>
            <Nothing nameId={nameId} />
          </div>
        )}
        {onAdd && (
          <button
            type="button"
            className={styles['add']}
            aria-label={`Add task to ${name}`}
            onClick={() => onAdd(column)}
          >
            <Plus size={16} aria-hidden />
            Add task
          </button>
        )}
      </div>
    </section>
  );
});

interface CardsProps {
  readonly sections: readonly Section[];
  readonly nameId: string;
  readonly placeFacts: FactsOfPlace | undefined;
}

function Cards({ sections: now, nameId, placeFacts }: CardsProps) {
  const { sections, leaving } = useShownList(now);
  const plan = useMemo(() => planList(sections), [sections]);
  const { ref, first, last, above, below } = useWindowList(plan);
  const ids = sections[0]?.ids ?? [];
  const from = plan[first]?.from ?? 0;
  return (
    <div ref={ref} data-list className={styles['cards']} style={{ paddingBlock: `${above}px ${below}px` }}>
      {ids.length === 0 ? (
        <Nothing nameId={nameId} />
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-redundant-roles -- Safari drops the role of a list without bullets
        <ul role="list" aria-labelledby={nameId}>
          {ids.slice(from, plan[last]?.to ?? 0).map((id, index) => (
            <TaskRow
              key={id}
              id={id}
              block={first + Math.floor(index / ROWS_PER_BLOCK)}
              position={from + index + 1}
              size={ids.length}
              level={undefined}
              isLeaving={leaving.has(id)}
              placeFacts={placeFacts}
              tool={MoveButton}
            />
          ))}
        </ul>
      )}
    </div>
  );
}

function Nothing({ nameId }: { readonly nameId: string }) {
  // oxlint-disable-next-line jsx-a11y/no-redundant-roles -- Safari drops the role of a list without bullets
  return <ul role="list" aria-labelledby={nameId} />;
}

/** True while the column is visible, or at most one board's width away from that. */
function useIsNear(ref: RefObject<HTMLElement | null>): boolean {
  const [isNear, setIsNear] = useState(false);
  useEffect(() => {
    if (!ref.current) return;
    const observer = new IntersectionObserver(
      (entries) => setIsNear(entries.at(-1)?.isIntersecting === true),
      {
        // The board scrolls, and a margin around the window does not reach into it.
        root: ref.current.closest('[data-board]'),
        rootMargin: '0px 100%',
      },
    );
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, [ref]);
  return isNear;
}
