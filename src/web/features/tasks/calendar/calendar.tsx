import { ChevronLeft } from '#src/web/ui/icons/chevron-left.ts';
import { ChevronRight } from '#src/web/ui/icons/chevron-right.ts';
import { useLayoutEffect, useRef, type RefObject } from 'react';
import type { CalendarDay } from '#src/domain/time/calendar-day.ts';
import type { TimeOfDay } from '#src/domain/time/time-of-day.ts';
import { weeksOfMonth } from '#src/domain/time/weeks/month-grid.ts';
import { daysFrom, startOfWeek } from '#src/domain/time/weeks/week.ts';
import { factsOfPlace } from '#src/web/features/tasks/arranged/facts-of-place.ts';
import { useToday } from '#src/web/data/today.ts';
import { useFirstWeekday } from '#src/web/data/week-start.ts';
import { openDialog } from '#src/web/focus/dialogs.ts';
import { useStore } from '#src/web/platform/store.ts';
import { Button } from '#src/web/ui/button.tsx';
import { IconButton } from '#src/web/ui/icon-button.tsx';
import { weekText } from '#src/web/ui/week-text.ts';
import styles from './calendar.module.css';
import { shownCalendar } from './calendar-state.ts';
import { fieldsIn, type CalendarList } from './calendar-list.ts';
import { monthText } from './calendar-texts.ts';
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
  const { view, day: chosen } = useStore(shownCalendar);
  const day = chosen ?? today;
  const days = view === 'month' ? weeksOfMonth(day, firstDay).flat() : daysFrom(startOfWeek(day, firstDay));
  const [first, last] = [days[0] ?? day, days.at(-1) ?? day];
  const placeFacts = list === null ? undefined : factsOfPlace(list, { group: 'none' });
  const plan = useCalendar(list, first, last);
  const body = useRef<HTMLDivElement>(null);
  useCalendarDrag(body);
  const choose = useChosenDay(body, view, day);
  const add = (on: CalendarDay, time: string | null) =>
    openDialog({
      kind: 'add-task',
      fields: { ...(list && fieldsIn(list)), date: on, time: time as TimeOfDay | null },
    });
  const enter = () => {
    const dayList = body.current?.querySelector<HTMLElement>('[data-day-list]');
    const row = dayList?.querySelector<HTMLElement>('li[data-task]');
    (row ?? dayList?.querySelector<HTMLElement>('button'))?.focus();
  };
  const name = view === 'month' ? monthText(day) : weekText(first);
  const grid = { day, today, firstDay, plan, onDay: choose, onEnter: enter, onAdd: add };
  return (
    <div data-wide>
      <div className={styles['tools']}>
        <IconButton
          icon={ChevronLeft}
          className={styles['turn']}
          label={`Previous ${view}`}
          onClick={() => show(view, step(day, view, -1))}
        />
        <IconButton
          icon={ChevronRight}
          className={styles['turn']}
          label={`Next ${view}`}
          onClick={() => show(view, step(day, view, 1))}
        />
        <Button size="small" onClick={() => show(view, null)}>
          Today
        </Button>
        <h2 className={styles['period']} aria-live="polite">
          {name}
        </h2>
        <Views view={view} onView={(next) => show(next, chosen)} />
      </div>
      <div ref={body} className={styles['body']}>
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
    <fieldset aria-label="Show" className={styles['views']}>
      {VIEWS.map(([each, label]) => (
        <Button
          key={each}
          size="small"
          look={each === view ? 'plain' : 'quiet'}
          aria-pressed={each === view}
          onClick={() => onView(each)}
        >
          {label}
        </Button>
      ))}
    </fieldset>
  );
}

function show(view: CalendarView, day: CalendarDay | null): void {
  shownCalendar.set({ view, day });
}

/** Returns a function that chooses a day. If a cell has the focus, the cell of the chosen day gets it, also in another month. */
function useChosenDay(body: RefObject<HTMLElement | null>, view: CalendarView, day: CalendarDay) {
  const isToFocus = useRef(false);
  useLayoutEffect(() => {
    if (!isToFocus.current) return;
    isToFocus.current = false;
    body.current?.querySelector<HTMLElement>(`[data-day="${day}"][tabindex="0"]`)?.focus();
  }, [body, day]);
  return (next: CalendarDay) => {
    isToFocus.current = next !== day && document.activeElement?.matches('[role="gridcell"]') === true;
    show(view, next);
  };
}
