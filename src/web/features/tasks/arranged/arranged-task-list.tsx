import type { ComponentProps, ReactNode } from 'react';
import type { ArrangedList } from '#src/reading/lists/arrangement.ts';
import { usualView, type ListView } from '#src/reading/lists/list-view.ts';
import { TaskList } from '#src/web/tasks/list/task-list.tsx';
import { useUnfolded } from '#src/web/tasks/list/use-unfolded.ts';
import type { Order } from '#src/web/tasks/manual-order.ts';
import { HEADINGS } from './group-heading.tsx';
import { sectionOf } from './order-groups.ts';
import { factsOfPlace } from './facts-of-place.ts';
import { useGroups } from './use-groups.ts';

interface ArrangedTaskListProps {
  readonly list: ArrangedList;
  readonly label: string;
  readonly empty: ReactNode;
  readonly view: ListView;
}

/** A list as rows, in the groups and the order that the user chose. */
export function ArrangedTaskList({ list, label, empty, view }: ArrangedTaskListProps) {
  const sections = useGroups({ list, ...view }, false).map((group) => sectionOf(view.group, group));
  const shown = {
    label,
    empty,
    placeFacts: factsOfPlace(list, view),
    order: orderOf(list, view),
    heading: HEADINGS[view.group],
    warning: list === 'overdue' && view.group === 'day',
  };
  return list.startsWith('in:') ? (
    <TreeList {...shown} sections={sections} collectionId={list.slice('in:'.length)} />
  ) : (
    <TaskList {...shown} sections={sections} />
  );
}

interface TreeListProps extends ComponentProps<typeof TaskList> {
  readonly collectionId: string;
}

/** A list that shows each task with its sub-tasks. */
function TreeList({ collectionId, sections, ...props }: TreeListProps) {
  return <TaskList {...props} sections={useUnfolded(collectionId, sections)} />;
}

/** The order that dragging a row changes; undefined where the list is not in manual order. */
function orderOf(list: ArrangedList, { group, sort }: ListView): Order | undefined {
  if (sort !== 'manual') return undefined;
  if (list.startsWith('in:')) return group === usualView(list).group ? 'place' : undefined;
  return group === 'none' || group === 'day' ? 'day' : undefined;
}
