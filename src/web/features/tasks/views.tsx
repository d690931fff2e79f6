import { CalendarDays, CircleCheckBig, PartyPopper, Sun } from 'lucide-react';
import { useCompleted, useOverdue, useTodayTasks, useUpcoming } from '#src/web/hooks/rows.ts';
import { useToday } from '#src/web/hooks/today.ts';
import { fullDay } from '#src/web/ui/friendly-day.ts';
import { Page } from '#src/web/ui/page.tsx';
import { NewTaskButton, Nothing, NoTasks } from './no-tasks.tsx';
import { TaskList } from './task-list.tsx';

export function TodayPage() {
  const ids = useTodayTasks();
  const today = useToday();
  return (
    <Page title="Today" aside={<time dateTime={today}>{fullDay(today)}</time>}>
      <TaskList
        label="Today"
        sections={[{ day: null, ids }]}
        said="day"
        empty={
          <NoTasks icon={Sun} title="Nothing for today" text="Enjoy the calm, or add a task for today." />
        }
      />
    </Page>
  );
}

export function UpcomingPage() {
  const groups = useUpcoming();
  return (
    <Page title="Upcoming">
      <TaskList
        label="Upcoming"
        sections={groups}
        said="day"
        empty={
          <NoTasks
            icon={CalendarDays}
            title="Nothing upcoming"
            text="Plan ahead: a task with a date after today waits for you here."
          />
        }
      />
    </Page>
  );
}

export function OverduePage() {
  const groups = useOverdue();
  return (
    <Page title="Overdue">
      <TaskList
        label="Overdue"
        sections={groups}
        said="day"
        warning
        empty={
          <Nothing
            icon={PartyPopper}
            title="Nothing overdue"
            text="You are on top of everything. A task whose day passes before it is completed waits for you here."
          />
        }
      />
    </Page>
  );
}

export function CompletedPage() {
  const groups = useCompleted();
  return (
    <Page title="Completed">
      <TaskList
        label="Completed"
        sections={groups}
        empty={
          <Nothing
            icon={CircleCheckBig}
            title="Nothing completed yet"
            text="Tick the circle beside a task, and it moves here."
          >
            <NewTaskButton />
          </Nothing>
        }
      />
    </Page>
  );
}
