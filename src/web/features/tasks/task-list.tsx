import type { ReactNode } from 'react';
import type { CalendarDay } from '#src/domain/calendar-day.ts';
import { useToday } from '#src/web/hooks/today.ts';
import { cx } from '#src/web/ui/class-names.ts';
import { friendlyDay, shortDay } from '#src/web/ui/friendly-day.ts';
import { useShownList, type ShownList } from './leaving-rows.ts';
import { planList, ROWS_PER_BLOCK, type Block, type Section } from './list-plan.ts';
import type { SaidByPlace } from './task-facts.tsx';
import styles from './task-list.module.css';
import { TaskRow } from './task-row.tsx';
import { useWindowList } from './use-window-list.ts';

interface TaskListProps {
  /** Names a list that has no heading of its own. */
  readonly label: string;
  readonly sections: readonly Section[];
  /** Its days are not as they should be. */
  readonly warning?: boolean;
  readonly said?: SaidByPlace;
  /** Stands in its place when there are none. */
  readonly empty: ReactNode;
}

/** Tasks under each other. Of very many, only those near the window are in the document. */
export function TaskList({ label, sections, warning = false, said, empty }: TaskListProps) {
  const list = useShownList(sections);
  return list.sections.some(({ ids }) => ids.length > 0) ? (
    <Rows label={label} list={list} warning={warning} said={said} />
  ) : (
    empty
  );
}

interface RowsProps {
  readonly label: string;
  readonly warning: boolean;
  readonly said: SaidByPlace | undefined;
  readonly list: ShownList;
}

function Rows({ label, list: { sections, leaving }, warning, said }: RowsProps) {
  const plan = planList(sections);
  const { ref, first, last, above, below, left } = useWindowList(plan);
  return (
    <div
      ref={ref}
      data-list
      className={cx(styles['list'], warning && styles['warning'])}
      style={{ paddingBlock: `${above}px ${below}px` }}
    >
      {shownSections(plan, first, last).map((shown) => (
        <ListSection key={shown.section.day} label={label} shown={shown} leaving={leaving} said={said} />
      ))}
      {left > 0 && <p>And {left.toLocaleString()} more, for which this print has no room.</p>}
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

interface ListSectionProps {
  readonly label: string;
  readonly shown: ShownSection;
  readonly leaving: ReadonlySet<string>;
  readonly said: SaidByPlace | undefined;
}

function ListSection({ label, shown, leaving, said }: ListSectionProps) {
  const { section, block, from, to } = shown;
  const { day, ids } = section;
  const today = useToday();
  return (
    <section>
      {day !== null && from === 0 && (
        <div data-block={block} className={cx(styles['heading'], block === 0 && styles['first'])}>
          <DayHeading day={day} today={today} />
        </div>
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-redundant-roles -- Safari drops the role of a list without bullets */}
      <ul role="list" aria-label={day === null ? label : friendlyDay(day, today)}>
        {ids.slice(from, to).map((id, index) => (
          <TaskRow
            key={id}
            id={id}
            block={block + Math.floor(index / ROWS_PER_BLOCK)}
            position={from + index + 1}
            size={ids.length}
            isLeaving={leaving.has(id)}
            said={said}
          />
        ))}
      </ul>
    </section>
  );
}

/** A day as people say it, and beside a word such as `Tomorrow` which day that is. */
function DayHeading({ day, today }: { readonly day: CalendarDay; readonly today: CalendarDay }) {
  const name = friendlyDay(day, today);
  const date = shortDay(day, today);
  return (
    <>
      <h2>{name}</h2>
      {date !== name && <time dateTime={day}>{date}</time>}
    </>
  );
}
