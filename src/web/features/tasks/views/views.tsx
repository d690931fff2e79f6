import CalendarDays from 'lucide-react/icons/calendar-days';
import CircleCheckBig from 'lucide-react/icons/circle-check-big';
import PartyPopper from 'lucide-react/icons/party-popper';
import Sun from 'lucide-react/icons/sun';
import { useCompleted, useOverdue, useTodayTasks, useUpcoming } from '#src/web/data/rows.ts';
import { useToday } from '#src/web/data/today.ts';
import { links } from '#src/web/links.ts';
import { fullDay } from '#src/web/ui/friendly-day.ts';
import { Link } from '#src/web/ui/link.tsx';
import { Page } from '#src/web/ui/page/page.tsx';
import { NewTaskButton, Nothing, NoTasks } from '#src/web/tasks/list/no-tasks.tsx';
import { TaskList } from '#src/web/tasks/list/task-list.tsx';

export function TodayPage() {
  const ids = useTodayTasks();
  const today = useToday();
  return (
    <Page title="Today" aside={<time dateTime={today}>{fullDay(today)}</time>}>
      <TaskList
        label="Today"
        sections={[{ day: null, ids }]}
        said="day"
        order="day"
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
        order="day"
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
        order="day"
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
    <Page title="Completed" aside={<Link to={links.progress}>Progress</Link>}>
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
