import { useToday } from '#src/web/hooks/today.ts';
import { cx } from '#src/web/ui/class-names.ts';
import { friendlyDay } from '#src/web/ui/friendly-day.ts';
import { planList, ROWS_PER_BLOCK, type Block, type Section } from './list-plan.ts';
import styles from './task-list.module.css';
import { TaskRow } from './task-row.tsx';
import { useWindowList } from './use-window-list.ts';

interface TaskListProps {
  /** Names a list that has no heading of its own. */
  readonly label: string;
  readonly sections: readonly Section[];
}

/** Tasks under each other. However many there are, only those near the window are in the document. */
export function TaskList({ label, sections }: TaskListProps) {
  const plan = planList(sections);
  const { ref, first, last, above, below } = useWindowList(plan);
  return (
    <div ref={ref} data-list className={styles['list']} style={{ paddingBlock: `${above}px ${below}px` }}>
      {shownSections(plan, first, last).map((shown) => (
        <ListSection key={shown.section.day} label={label} shown={shown} />
      ))}
    </div>
  );
}

/** The part of a section that is in the document: the rows `from` up to but not including `to`. */
interface ShownSection {
  readonly section: Section;
  /** Index in the list of the block that `from` starts. */
  readonly block: number;
  readonly from: number;
  to: number;
}

function shownSections(plan: readonly Block[], first: number, last: number): ShownSection[] {
  const shown: ShownSection[] = [];
  for (const [offset, { section, from, to }] of plan.slice(first, last + 1).entries()) {
    const previous = shown.at(-1);
    if (previous?.section === section) previous.to = to;
    else shown.push({ section, block: first + offset, from, to });
  }
  return shown;
}

function ListSection({ label, shown }: { readonly label: string; readonly shown: ShownSection }) {
  const { section, block, from, to } = shown;
  const { day, ids } = section;
  const today = useToday();
  const heading = day && friendlyDay(day, today);
  return (
    <section>
      {heading !== null && from === 0 && (
        <h2 data-block={block} className={cx(styles['heading'], block === 0 && styles['first'])}>
          {heading}
        </h2>
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-redundant-roles -- Safari drops the role of a list without bullets */}
      <ul role="list" aria-label={heading ?? label}>
        {ids.slice(from, to).map((id, index) => (
          <TaskRow
            key={id}
            id={id}
            block={block + Math.floor(index / ROWS_PER_BLOCK)}
            position={from + index + 1}
            size={ids.length}
          />
        ))}
      </ul>
    </section>
  );
}
