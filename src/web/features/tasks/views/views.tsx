import { CalendarDays } from '#src/web/ui/icons/calendar-days.ts';
import { CircleCheckBig } from '#src/web/ui/icons/circle-check-big.ts';
import { PartyPopper } from '#src/web/ui/icons/party-popper.ts';
import { Sun } from '#src/web/ui/icons/sun.ts';
import { useMemo } from 'react';
import { useCompleted, useOverdue, useTodayTasks, useUpcoming } from '#src/web/data/rows.ts';
import { useToday } from '#src/web/data/today.ts';
import { links } from '#src/web/addresses/links.ts';
import { fullDay } from '#src/web/ui/friendly-day.ts';
import { Link } from '#src/web/ui/link.tsx';
import { Page } from '#src/web/ui/page/page.tsx';
import { MoveToToday } from './arranged-chunk.ts';
import { Arranged, ViewMenu } from './arranged.tsx';
import { NewTaskButton, Nothing, NoTasks } from '#src/web/tasks/list/no-tasks.tsx';
import { ListQuickAdd } from '#src/web/features/tasks/quick-add/list-quick-add-chunk.tsx';
import { TaskList } from '#src/web/tasks/list/task-list.tsx';

export function TodayPage() {
  const ids = useTodayTasks();
  const today = useToday();
  // A list that is given the same sections keeps what it knows of them.
  const sections = useMemo(() => [{ day: null, ids }], [ids]);
  const empty = (
    <NoTasks icon={Sun} title="Nothing for today" text="Enjoy the calm, or add a task for today." />
  );
  return (
    <Page
      title="Today"
      aside={<time dateTime={today}>{fullDay(today)}</time>}
      menu={<ViewMenu list="today" />}
    >
      <Arranged list="today" label="Today" empty={empty}>
        <TaskList label="Today" sections={sections} placeFacts="day" order="day" empty={empty} />
      </Arranged>
      <ListQuickAdd list="today" />
    </Page>
  );
}

export function UpcomingPage() {
  const groups = useUpcoming();
  const empty = (
    <NoTasks icon={CalendarDays} title="Nothing upcoming" text="Tasks with a date after today appear here." />
  );
  return (
    <Page title="Upcoming" menu={<ViewMenu list="upcoming" />}>
      <Arranged list="upcoming" label="Upcoming" empty={empty}>
        <TaskList label="Upcoming" sections={groups} placeFacts="day" order="day" empty={empty} />
      </Arranged>
      <ListQuickAdd list="upcoming" />
    </Page>
  );
}

export function OverduePage() {
  const groups = useOverdue();
  const empty = (
    <Nothing icon={PartyPopper} title="Nothing overdue" text="Tasks come here the day after their date." />
  );
  return (
    <Page
      title="Overdue"
      menu={
        <ViewMenu list="overdue">
          <MoveToToday />
        </ViewMenu>
      }
    >
      <Arranged list="overdue" label="Overdue" empty={empty}>
        <TaskList label="Overdue" sections={groups} placeFacts="day" order="day" warning empty={empty} />
      </Arranged>
    </Page>
  );
}

export function CompletedPage() {
  const groups = useCompleted();
  const empty = (
    <Nothing
      icon={CircleCheckBig}
      title="Nothing completed yet"
      text="Tick the circle beside a task, and it moves here."
    >
      <NewTaskButton />
    </Nothing>
  );
  return (
    <Page
      title="Completed"
      aside={<Link to={links.progress}>Progress</Link>}
      menu={<ViewMenu list="completed" />}
    >
      <Arranged list="completed" label="Completed" empty={empty}>
        <TaskList label="Completed" sections={groups} empty={empty} />
      </Arranged>
    </Page>
  );
}
