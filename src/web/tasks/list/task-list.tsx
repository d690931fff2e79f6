import { useId, type ComponentType, type ReactNode } from 'react';
import type { CalendarDay } from '#src/domain/time/calendar-day.ts';
import { useToday } from '#src/web/data/today.ts';
import { cx } from '#src/web/ui/class-names.ts';
import { friendlyDay, shortDay } from '#src/web/ui/friendly-day.ts';
import { useShownList, type ShownList } from './leaving-rows.ts';
import { isKept, keyOf, planList, ROWS_PER_BLOCK, type Block, type Section } from './list-plan.ts';
import type { Order } from '#src/web/tasks/manual-order.ts';
import type { FactsOfPlace } from '#src/web/tasks/row/task-facts.tsx';
import styles from './task-list.module.css';
import { TaskRow } from '#src/web/tasks/row/task-row.tsx';
import { useDragging } from '#src/web/tasks/use-dragging.ts';
import { useSelecting } from '#src/web/tasks/use-selecting.ts';
import { useSwiping } from '#src/web/tasks/use-swiping.ts';
import { formatCount } from '#src/web/platform/format-count.ts';
import { useFollowTask } from './use-follow-task.ts';
import { useWindowList } from './use-window-list.ts';

interface TaskListProps {
  /** The name of a list without a visible heading. */
  readonly label: string;
  readonly sections: readonly Section[];
  /** True for overdue days. */
  readonly warning?: boolean;
  readonly placeFacts?: FactsOfPlace | undefined;
  /** The way to reorder the rows by hand; undefined for none. */
  readonly order?: Order | undefined;
  /** Shown instead of an empty list. */
  readonly empty: ReactNode;
  /** The heading of each section other than a day. */
  readonly heading?: Heading;
  /** The heading of each day, if it is more than the day's name. */
  readonly dayHeading?: DayHeading;
}

/** `id` of the section or group; `nameId` of the element with its name. */
export type Heading = ComponentType<{ readonly id: string; readonly nameId: string }>;

export type DayHeading = ComponentType<{ readonly day: CalendarDay; readonly today: CalendarDay }>;

/** Tasks under each other. Of a long list, only the rows near the window are in the document. */
export function TaskList({ sections, empty, ...props }: TaskListProps) {
  const list = useShownList(sections);
  return list.sections.some((section) => section.ids.length > 0 || isKept(section)) ? (
    <Rows {...props} list={list} />
  ) : (
    empty
  );
}

interface RowsProps extends Omit<TaskListProps, 'sections' | 'empty'> {
  readonly list: ShownList;
}

function Rows({ list: { sections, leaving }, warning, order, ...props }: RowsProps) {
  const plan = planList(sections);
  const { ref, first, last, above, below, left } = useWindowList(plan);
  const follow = useFollowTask();
  const isDraggable = useDragging(ref, sections, order);
  useSwiping(ref);
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- it hears of the links' clicks
    <div
      ref={ref}
      {...useSelecting(sections, isDraggable)}
      data-list
      data-order={order}
      onClick={follow}
      className={cx(styles['list'], warning && styles['warning'], props.heading && styles['divided'])}
      style={{ paddingBlock: `${above}px ${below}px` }}
    >
      {shownSections(plan, first, last).map((shown) => (
        <ListSection key={keyOf(shown.section)} {...props} shown={shown} leaving={leaving} />
      ))}
      {left > 0 && <p>And {formatCount(left)} more, for which this print has no room.</p>}
    </div>
  );
}

/** The rows of a section in the document: `from` up to but not including `to`. */
interface ShownSection {
  readonly section: Section;
  /** The index of the block that `from` begins. */
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

interface ListSectionProps extends Pick<TaskListProps, 'label' | 'placeFacts' | 'heading' | 'dayHeading'> {
  readonly shown: ShownSection;
  readonly leaving: ReadonlySet<string>;
}

function ListSection(props: ListSectionProps) {
  const { label, shown, leaving, placeFacts, heading: Heading, dayHeading: Day = DayName } = props;
  const { section, block, from, to } = shown;
  const { day, sectionId, group, ids, levels } = section;
  const headed = sectionId ?? group;
  const nameId = useId();
  const today = useToday();
  const named = headed
    ? { 'aria-labelledby': nameId }
    : { 'aria-label': day === null ? label : friendlyDay(day, today) };
  return (
    <section data-section={keyOf(section)}>
      {day !== null && from === 0 && (
        <div data-block={block} className={cx(styles['heading'], block === 0 && styles['first'])}>
          <Day day={day} today={today} />
        </div>
      )}
      {headed && Heading && (
        <StickyHeading block={block} isBegun={from > 0}>
          <Heading id={headed} nameId={nameId} />
        </StickyHeading>
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-redundant-roles -- Safari drops the role of a list without bullets */}
      <ul role="list" hidden={ids.length === 0} {...named}>
        {ids.slice(from, to).map((id, index) => (
          <TaskRow
            key={id}
            id={id}
            block={block + Math.floor(index / ROWS_PER_BLOCK)}
            position={from + index + 1}
            size={ids.length}
            level={levels && (levels.get(id) ?? 0)}
            isLeaving={leaving.has(id)}
            placeFacts={placeFacts}
          />
        ))}
      </ul>
    </section>
  );
}

interface StickyHeadingProps {
  readonly block: number;
  /** The section begins above the rows in the document, and its heading lies over the first of them. */
  readonly isBegun: boolean;
  readonly children: ReactNode;
}

/** Measured by the empty elements around it: the heading itself moves while it sticks. */
function StickyHeading({ block, isBegun, children }: StickyHeadingProps) {
  return (
    <>
      {!isBegun && <div data-block={block} className={styles['above']} />}
      <div className={cx(styles['sticky'], isBegun && styles['begun'])}>{children}</div>
      {!isBegun && <div data-block={block} />}
    </>
  );
}

/** A day in words, and the date beside a relative word such as `Tomorrow`. */
export function DayName({ day, today }: { readonly day: CalendarDay; readonly today: CalendarDay }) {
  const name = friendlyDay(day, today);
  const date = shortDay(day, today);
  return (
    <>
      <h2>{name}</h2>
      {date !== name && <time dateTime={day}>{date}</time>}
    </>
  );
}
