import { ChevronLeft } from '#src/web/ui/icons/chevron-left.ts';
import { ChevronRight } from '#src/web/ui/icons/chevron-right.ts';
import { PanelRight } from '#src/web/ui/icons/panel-right.ts';
import { useLayoutEffect, useRef, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import type { CalendarDay } from '#src/domain/time/calendar-day.ts';
import type { TimeOfDay } from '#src/domain/time/time-of-day.ts';
import { sixWeeksFrom, startOfMonth } from '#src/domain/time/weeks/month-grid.ts';
import { daysFrom, startOfWeek } from '#src/domain/time/weeks/week.ts';
import { factsOfPlace } from '#src/web/features/tasks/arranged/facts-of-place.ts';
import { useToday } from '#src/web/data/today.ts';
import { useFirstWeekday } from '#src/web/data/week-start.ts';
import { openDialog } from '#src/web/focus/dialogs.ts';
import { useStore } from '#src/web/platform/store.ts';
import { Button } from '#src/web/ui/button.tsx';
import { cx } from '#src/web/ui/class-names.ts';
import segments from '#src/web/ui/fields/segments.module.css';
import { IconButton } from '#src/web/ui/icon-button.tsx';
import { weekText } from '#src/web/ui/week-text.ts';
import styles from './calendar.module.css';
import { dayFolded, foldDay, shownCalendar } from './calendar-state.ts';
import { fieldsIn, type CalendarList } from './calendar-list.ts';
import { rangeText } from './calendar-texts.ts';
import { step, type CalendarView } from './grid-keys.ts';
import { MonthGrid } from './month-grid.tsx';
import { DayList, Unscheduled } from './side-lists.tsx';
import { useCalendar } from './use-calendar.ts';
import { useCalendarDrag } from './use-calendar-drag.ts';
import { WeekGrid } from './week-grid.tsx';

const VIEWS = [
  ['month', 'Month'],
  ['week', 'Week'],
] as const;

interface CalendarProps {
  /** The list to show; null for all tasks. */
  readonly list: CalendarList | null;
}

/** Tasks by their days, in a month or a week (rule V7). */
export function Calendar({ list }: CalendarProps) {
  const today = useToday();
  const firstDay = useFirstWeekday();
  const { view, day: chosen, from } = useStore(shownCalendar);
  const isFolded = useStore(dayFolded);
  const day = chosen ?? today;
  const weeks = sixWeeksFrom(from ?? today, firstDay);
  const days = view === 'month' ? weeks.flat() : daysFrom(startOfWeek(day, firstDay));
  const [first, last] = [days[0] ?? day, days.at(-1) ?? day];
  const placeFacts = list === null ? undefined : factsOfPlace(list, { group: 'none' });
  const plan = useCalendar(list, first, last);
  const body = useRef<HTMLDivElement>(null);
  useCalendarDrag(body);
  const choose = useChosenDay(body, day, (next) => showDay(next, view, weeks, from));
  const add = (on: CalendarDay, time: string | null) =>
    openDialog({
      kind: 'add-task',
      fields: { ...(list && fieldsIn(list)), date: on, time: time as TimeOfDay | null },
    });
  const enter = () => {
    flushSync(() => foldDay(false));
    const dayList = body.current?.querySelector<HTMLElement>('[data-day-list]');
    const row = dayList?.querySelector<HTMLElement>('li[data-task]');
    (row ?? dayList?.querySelector<HTMLElement>('button'))?.focus();
  };
  const turn = (by: 1 | -1) => {
    if (view === 'week') {
      const next = step(day, view, by);
      return shownCalendar.set({ view, day: next, from: next });
    }
    const start = from ?? today;
    // Back leads to the beginning of this month first.
    const isWithin = by < 0 && start !== startOfMonth(start);
    const next = startOfMonth(isWithin ? start : step(start, view, by));
    shownCalendar.set({ view, day: next, from: next });
  };
  const name = view === 'month' ? rangeText(first, last, today) : weekText(first);
  const grid = { day, today, weeks, name, firstDay, plan, onDay: choose, onEnter: enter, onAdd: add };
  return (
    <div data-wide data-calendar className={cx(styles['calendar'], list === null && styles['isPage'])}>
      <div className={styles['tools']}>
        <h2 className={styles['period']} aria-live="polite">
          {name}
        </h2>
        <IconButton
          icon={ChevronLeft}
          className={styles['turn']}
          label={`Previous ${view}`}
          onClick={() => turn(-1)}
        />
        <IconButton
          icon={ChevronRight}
          className={styles['turn']}
          label={`Next ${view}`}
          onClick={() => turn(1)}
        />
        <Button size="small" look="quiet" onClick={() => shownCalendar.set({ view, day: null, from: null })}>
          Today
        </Button>
        <Views view={view} onView={(next) => shownCalendar.set({ view: next, day: chosen, from: chosen })} />
        <IconButton
          icon={PanelRight}
          className={styles['foldDay']}
          label="Day column"
          aria-expanded={!isFolded}
          onClick={() => foldDay(!isFolded)}
        />
      </div>
      <div ref={body} className={cx(styles['body'], isFolded && styles['folded'])}>
        {view === 'month' ? <MonthGrid {...grid} /> : <WeekGrid {...grid} />}
        <div className={styles['side']}>
          <DayList placeFacts={placeFacts} day={day} today={today} plan={plan} onAdd={() => add(day, null)} />
          <Unscheduled ids={plan.undated} placeFacts={placeFacts} />
        </div>
      </div>
    </div>
  );
}

interface ViewsProps {
  readonly view: CalendarView;
  readonly onView: (view: CalendarView) => void;
}

function Views({ view, onView }: ViewsProps) {
  return (
    <fieldset aria-label="Show" className={segments['segments']}>
      {VIEWS.map(([each, label]) => (
        <button
          key={each}
          type="button"
          className={segments['segment']}
          aria-pressed={each === view}
          onClick={() => onView(each)}
        >
          {label}
        </button>
      ))}
    </fieldset>
  );
}

/** Chooses a day. A day outside the weeks in sight brings the weeks of its month. */
function showDay(
  day: CalendarDay,
  view: CalendarView,
  weeks: readonly (readonly CalendarDay[])[],
  from: CalendarDay | null,
): void {
  const isInSight = weeks.some((week) => week.includes(day));
  shownCalendar.set({ view, day, from: view === 'week' ? day : isInSight ? from : startOfMonth(day) });
}

/** Returns a function that chooses a day. If a cell has the focus, the cell of the chosen day gets it, also in another month. */
function useChosenDay(
  body: RefObject<HTMLElement | null>,
  day: CalendarDay,
  onDay: (day: CalendarDay) => void,
) {
  const isToFocus = useRef(false);
  useLayoutEffect(() => {
    if (!isToFocus.current) return;
    isToFocus.current = false;
    body.current?.querySelector<HTMLElement>(`[data-day="${day}"][tabindex="0"]`)?.focus();
  }, [body, day]);
  return (next: CalendarDay) => {
    isToFocus.current = next !== day && document.activeElement?.matches('[role="gridcell"]') === true;
    onDay(next);
  };
}
