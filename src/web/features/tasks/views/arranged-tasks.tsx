import type { ReactNode } from 'react';
import type { ArrangedList } from '#src/reading/lists/arrangement.ts';
import { useCollections } from '#src/web/data/rows.ts';
import { Board } from '#src/web/features/tasks/board/board.tsx';
import { Calendar } from '#src/web/features/tasks/calendar/calendar-chunk.ts';
import type { CalendarList } from '#src/web/features/tasks/calendar/calendar-list.ts';
import { WeekList } from '#src/web/features/tasks/weeks/week-list.tsx';
import { ArrangedTaskList } from '#src/web/features/tasks/arranged/arranged-task-list.tsx';
import { useListView } from '#src/web/features/tasks/arranged/use-list-view.ts';

interface ArrangedTasksProps {
  readonly list: ArrangedList;
  readonly label: string;
  readonly empty: ReactNode;
}

/** A list in the view that its user chose. */
export function ArrangedTasks(props: ArrangedTasksProps) {
  const { list, label, empty } = props;
  const [view] = useListView(list);
  const isNewcomer = useCollections().length === 0;
  if (view.layout === 'board') return isNewcomer ? empty : <Board {...props} view={view} />;
  if (view.layout === 'weeks') return isNewcomer ? empty : <WeekList label={label} />;
  if (view.layout === 'calendar') return isNewcomer ? empty : <Calendar list={list as CalendarList} />;
  return <ArrangedTaskList {...props} view={view} />;
}
