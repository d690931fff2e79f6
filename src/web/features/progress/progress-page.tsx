import { ChartColumn } from '#src/web/ui/icons/chart-column.ts';
import { useFirstWeekday } from '#src/web/data/week-start.ts';
import { useToday } from '#src/web/data/today.ts';
import { NewTaskButton, Nothing } from '#src/web/tasks/list/no-tasks.tsx';
import { Page } from '#src/web/ui/page/page.tsx';
import { CollectionBars } from './collection-bars.tsx';
import { DayMap } from './day-map.tsx';
import { useGoal } from './goals.ts';
import { Summary } from './summary.tsx';
import { useCompletions } from './use-completions.ts';
import { WeekBars } from './week-bars.tsx';

/** The completed tasks by day, week and collection, and the goals (rule V9). */
export function ProgressPage() {
  const completions = useCompletions();
  const goal = useGoal('weekGoal');
  const counted = { completions, today: useToday(), firstDay: useFirstWeekday() };
  return (
    <Page title="Progress">
      <Summary {...counted} />
      {completions.size === 0 ? (
        <Nothing
          icon={ChartColumn}
          title="Nothing completed yet"
          text="Tick the circle beside a task, and your days and weeks fill up here."
        >
          <NewTaskButton />
        </Nothing>
      ) : (
        <>
          <WeekBars {...counted} goal={goal} />
          <DayMap {...counted} />
          <CollectionBars {...counted} />
        </>
      )}
    </Page>
  );
}
