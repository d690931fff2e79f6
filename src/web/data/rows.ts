import { useCallback, useSyncExternalStore } from 'react';
import type { Collection } from '#src/domain/collection.ts';
import type { ShownCollection } from '#src/domain/collection-tree.ts';
import { hasId, type IdSet } from '#src/domain/id-set.ts';
import type { Rows, TableName } from '#src/domain/schema/index.ts';
import type { PlacedTask } from '#src/domain/task.ts';
import type { Clock } from '#src/domain/time-of-day.ts';
import { settingOf, type SettingName, type SettingValue } from '#src/domain/setting.ts';
import type { ListName } from '#src/domain/lists/list-name.ts';
import type { Topic } from '#src/sync/client/state/topics.ts';
import type { Replica } from '#src/sync/client/replica.ts';
import { useReplica } from './replica-context.ts';

/** Follows one topic: the component renders again when what `read` returns changes, and only then. */
export function useTopic<T>(topic: Topic, read: (replica: Replica) => T): T {
  const replica = useReplica();
  const subscribe = useCallback(
    (listener: () => void) => replica.subscribe(topic, listener),
    [replica, topic],
  );
  return useSyncExternalStore(subscribe, () => read(replica));
}

/** The task with what it has through those above it. One that is deleted is as its row says; undefined when there never was one. */
export function useTask(id: string): PlacedTask | undefined {
  return useTopic(`task:${id}`, (replica) => replica.lists.task(id) ?? replica.get('task', id));
}

/** Whether the user has the task, which goes with its collection. */
export function useIsThere(id: string): boolean {
  const collectionId = useTask(id)?.collectionId ?? '';
  return useTopic(`collection:${collectionId}`, ({ lists }) => lists.task(id) !== undefined);
}

/** The collection, also when it is deleted: its completed tasks go on showing it. */
export function useCollection(id: string): Collection | undefined {
  return useTopic(`collection:${id}`, (replica) => replica.get('collection', id));
}

/** The row, also when it is deleted. */
export function useRow<T extends TableName>(table: T, id: string): Rows[T] | undefined {
  return useTopic(`${table}:${id}`, (replica) => replica.get(table, id));
}

/** The labels of a set that are there, by name. */
export function useLabelsOf(set: IdSet): readonly Pick<Rows['label'], 'id' | 'name' | 'color'>[] {
  const text = useTopic('labels', (replica) => {
    if (set === '') return '[]';
    const ids = replica.lists.labels().filter((id) => hasId(set, id));
    return JSON.stringify(ids.map((id) => replica.get('label', id)));
  });
  return JSON.parse(text) as Rows['label'][];
}

/** The labels that are there, by name. */
export function useLabels() {
  return useTopic('labels', (replica) => replica.lists.labels());
}

/** The sections of a collection that are there, in their order. */
export function useSections(collectionId: string) {
  return useTopic(`sections:${collectionId}`, (replica) => replica.lists.sections.in(collectionId));
}

/** The clock that the user chose, on this device or another. */
export function useClock(): Clock {
  const value = useSetting('clock');
  return value === '12' ? 12 : value === '24' ? 24 : null;
}

/** What the user has chosen for it, on this device or another. */
export function useSetting<N extends SettingName>(name: N): SettingValue<N> {
  return useTopic(`setting:${name}`, (replica) => settingOf(name, replica.get('setting', name)));
}

/** The live collections, in their order. */
export function useCollections() {
  return useTopic('collections', (replica) => replica.lists.collections.all());
}

/** Those of them that are not archived, as lists show them: each below its parent, favourites first. */
export function useCollectionTree() {
  return useTopic('collections', (replica) => replica.lists.collections.tree());
}

/** The collections to choose among for what is in `current` by now: those of the tree, and that one where it is archived. */
export function useCollectionChoices(
  current: string,
): readonly Pick<ShownCollection, 'collection' | 'level'>[] {
  const tree = useCollectionTree();
  const own = useCollection(current);
  const isArchived = useIsArchived(current);
  return own && isArchived ? [...tree, { collection: own, level: 0 }] : tree;
}

/** Whether a collection, or one above it, is archived. */
export function useIsArchived(id: string): boolean {
  return useTopic('collections', (replica) => replica.lists.collections.isArchived(id));
}

export function useOverdue() {
  return useTopic('overdue', (replica) => replica.lists.days.overdue());
}

export function useTodayTasks() {
  return useTopic('today', (replica) => replica.lists.days.today());
}

export function useUpcoming() {
  return useTopic('upcoming', (replica) => replica.lists.days.upcoming());
}

export function useCompleted() {
  return useTopic('completed', (replica) => replica.lists.completed.byDay());
}

/** What was deleted and can be brought back: ids of tasks and collections, the newest deletion first. */
export function useTrash() {
  return useTopic('trash', (replica) => replica.lists.trash());
}

/** The completed tasks of a collection, newest first. */
export function useCompletedIn(collectionId: string) {
  return useTopic(`completed-in:${collectionId}`, (replica) => replica.lists.completedIn(collectionId));
}

/** The active tasks of a collection by section: first those in none. */
export function useParts(collectionId: string) {
  return useTopic(`parts:${collectionId}`, (replica) => replica.lists.sections.parts(collectionId));
}

/** The reminders of a task, the oldest first. */
export function useReminders(taskId: string) {
  return useTopic(`reminders:${taskId}`, (replica) => replica.lists.reminders(taskId));
}

/** The section, also when it is deleted. */
export function useSection(id: string) {
  return useTopic(`section:${id}`, (replica) => replica.get('section', id));
}

/** The active sub-tasks of a collection at all levels. */
export function useBelow(collectionId: string) {
  return useTopic(`below:${collectionId}`, (replica) => replica.lists.below(collectionId));
}

/** The sub-tasks directly below a task, completed or not. */
export function useSubTasks(taskId: string) {
  return useTopic(`under:${taskId}`, (replica) => replica.lists.under(taskId));
}

/** The label, also when it is deleted. */
export function useLabel(id: string) {
  return useTopic(`label:${id}`, (replica) => replica.get('label', id));
}

/** The active tasks with a label: by day, those without one last. */
export function useLabelled(labelId: string) {
  return useTopic(`labelled:${labelId}`, (replica) => replica.lists.labelled(labelId));
}

/** How many tasks a list holds. */
export function useTaskCount(list: ListName): number {
  return useTopic(list, (replica) => replica.lists.count(list));
}

export function useRejections() {
  return useTopic('rejections', (replica) => replica.rejections());
}

export function useSyncStatus() {
  return useTopic('status', (replica) => replica.status());
}

/** Whether all rows of the device can be read. Before that, the lists by day are there, as far as a screen shows them. */
export function useHasAll(): boolean {
  return useTopic('status', (replica) => replica.hasAll);
}

/** Whether what is not here may still be on its way: to a device that holds nothing yet, or one that is loading, or from its disk. */
export function useIsArriving(): boolean {
  const hasNothing = useCollections().length === 0;
  const { connection, load } = useSyncStatus();
  const hasAll = useHasAll();
  const isComing =
    connection === 'connecting' ? hasNothing || load !== null : connection === 'online' && load !== null;
  return isComing || !hasAll;
}
