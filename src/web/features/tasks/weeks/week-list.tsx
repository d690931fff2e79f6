import { ChevronLeft } from '#src/web/ui/icons/chevron-left.ts';
import { ChevronRight } from '#src/web/ui/icons/chevron-right.ts';
import { Plus } from '#src/web/ui/icons/plus.ts';
import { useRef } from 'react';
import { addDays, type CalendarDay } from '#src/domain/time/calendar-day.ts';
import { startOfWeek } from '#src/domain/time/weeks/week.ts';
import { useUpcoming } from '#src/web/data/rows.ts';
import { useFirstWeekday } from '#src/web/data/week-start.ts';
import { useToday } from '#src/web/data/today.ts';
import { announce } from '#src/web/feedback/announcer.tsx';
import { DayForm } from '#src/web/features/tasks/details/day-form.tsx';
import { openDialog } from '#src/web/focus/dialogs.ts';
import { DayName, TaskList } from '#src/web/tasks/list/task-list.tsx';
import { Button } from '#src/web/ui/button.tsx';
import { fullDay } from '#src/web/ui/friendly-day.ts';
import { IconButton } from '#src/web/ui/icon-button.tsx';
import { weekText } from '#src/web/ui/week-text.ts';
import { dayInView, scrollToDay } from './day-in-view.ts';
import { daysOfWeeks } from './days-of-weeks.ts';
import styles from './week-list.module.css';

/** The upcoming tasks, week by week. Empty days are shown too, since tasks can be dropped there. */
export function WeekList({ label }: { readonly label: string }) {
  const today = useToday();
  const firstDay = useFirstWeekday();
  const groups = useUpcoming();
  const element = useRef<HTMLDivElement>(null);
  /** The day that the list is scrolling to. A second press counts from there, so that two presses go two weeks on. */
  const going = useRef<CalendarDay | null>(null);
  const startOf = (day: CalendarDay) => startOfWeek(day, firstDay);
  const sections = daysOfWeeks(groups, today, startOf);
  const days = sections.flatMap(({ day }) => day ?? []);
  const goTo = (day: CalendarDay) => {
    const start = startOf(day);
    const [first = today] = days;
    // The first days of this week have passed.
    const target = days.find((each) => each >= start) ?? days.at(-1) ?? first;
    going.current = target;
    const isWanted = () => going.current === target;
    if (element.current)
      void scrollToDay(element.current, days, target, isWanted).then(() => {
        if (isWanted()) going.current = null;
      });
    announce(weekText(startOf(target)));
  };
  const turn = (weeks: number) => {
    const shown = going.current ?? (element.current && dayInView(element.current));
    goTo(addDays(startOf(shown ?? today), 7 * weeks));
  };
  return (
    <div ref={element}>
      <div role="toolbar" aria-label="Weeks" className={styles['bar']}>
        <IconButton
          icon={ChevronLeft}
          className={styles['turn']}
          label="Previous week"
          onClick={() => turn(-1)}
        />
        <Button look="quiet" size="small" onClick={() => goTo(today)}>
          This week
        </Button>
        <IconButton
          icon={ChevronRight}
          className={styles['turn']}
          label="Next week"
          onClick={() => turn(1)}
        />
        <div className={styles['day']}>
          <DayForm label="Go to the week of" action="Go" onPick={goTo} />
        </div>
      </div>
      <TaskList
        label={label}
        sections={sections}
        placeFacts="day"
        order="day"
        empty={null}
        dayHeading={DayOfWeek}
      />
    </div>
  );
}

interface DayProps {
  readonly day: CalendarDay;
  readonly today: CalendarDay;
}

/** The heading of a day. The first day of a week also has the heading of the week. */
function DayOfWeek({ day, today }: DayProps) {
  const firstDay = useFirstWeekday();
  const start = startOfWeek(day, firstDay);
  const isFirst = day === start || day === addDays(today, 1);
  return (
    <div className={styles['heading']}>
      {isFirst && <p className={styles['week']}>{weekText(start)}</p>}
      <div className={styles['name']}>
        <DayName day={day} today={today} />
        <IconButton
          icon={Plus}
          label={`Add task on ${fullDay(day)}`}
          title="Add task"
          className={styles['add']}
          onClick={() => openDialog({ kind: 'add-task', fields: { date: day } })}
        />
      </div>
    </div>
  );
}
