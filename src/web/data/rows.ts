import { useCallback, useSyncExternalStore } from 'react';
import type { Collection } from '#src/tables/collection/collection.ts';
import type { ShownCollection } from '#src/tables/collection/collection-tree.ts';
import { hasId, type IdSet } from '#src/domain/id-set.ts';
import type { Rows, TableName } from '#src/tables/tables.ts';
import type { PlacedTask } from '#src/tables/task/task.ts';
import type { Clock } from '#src/domain/time/time-of-day.ts';
import { settingOf, type SettingName, type SettingValue } from '#src/tables/setting/setting.ts';
import type { ListName } from '#src/reading/lists/list-name.ts';
import type { Topic } from '#src/sync/client/state/topics.ts';
import type { Replica } from '#src/sync/client/replica.ts';
import { useReplica } from './replica-context.ts';

/** Follows one topic: the component renders again only when the result of `read` changes. */
export function useTopic<T>(topic: Topic, read: (replica: Replica) => T): T {
  const replica = useReplica();
  const subscribe = useCallback(
    (listener: () => void) => replica.subscribe(topic, listener),
    [replica, topic],
  );
  return useSyncExternalStore(subscribe, () => read(replica));
}

/**
 * The task with the values from its ancestors. A deleted task has those of its row; undefined if it never
 * existed.
 */
export function useTask(id: string): PlacedTask | undefined {
  return useTopic(`task:${id}`, (replica) => replica.lists.task(id) ?? replica.get('task', id));
}

/** True while neither the task nor its collection is deleted. */
export function useIsThere(id: string): boolean {
  const collectionId = useTask(id)?.collectionId ?? '';
  return useTopic(`collection:${collectionId}`, ({ lists }) => lists.task(id) !== undefined);
}

/** The collection, deleted or not: its completed tasks still show it. */
export function useCollection(id: string): Collection | undefined {
  return useTopic(`collection:${id}`, (replica) => replica.get('collection', id));
}

/** The row, deleted or not. */
export function useRow<T extends TableName>(table: T, id: string): Rows[T] | undefined {
  return useTopic(`${table}:${id}`, (replica) => replica.get(table, id));
}

/** The existing labels of a set, by name. */
export function useLabelsOf(set: IdSet): readonly Pick<Rows['label'], 'id' | 'name' | 'color'>[] {
  const text = useTopic('labels', (replica) => {
    if (set === '') return '[]';
    const ids = replica.lists.labels().filter((id) => hasId(set, id));
    return JSON.stringify(ids.map((id) => replica.get('label', id)));
  });
  return JSON.parse(text) as Rows['label'][];
}

/** The existing labels, by name. */
export function useLabels() {
  return useTopic('labels', (replica) => replica.lists.labels());
}

/** The existing sections of a collection, in their order. */
export function useSections(collectionId: string) {
  return useTopic(`sections:${collectionId}`, (replica) => replica.lists.sections.in(collectionId));
}

/** The user's clock, chosen on any device. */
export function useClock(): Clock {
  const value = useSetting('clock');
  return value === '12' ? 12 : value === '24' ? 24 : null;
}

/** The value of a setting, chosen on any device. */
export function useSetting<N extends SettingName>(name: N): SettingValue<N> {
  return useTopic(`setting:${name}`, (replica) => settingOf(name, replica.get('setting', name)));
}

/** The existing collections, in their order. */
export function useCollections() {
  return useTopic('collections', (replica) => replica.lists.collections.all());
}

/** The collections that are not archived, as lists show them: each below its parent, favorites first. */
export function useCollectionTree() {
  return useTopic('collections', (replica) => replica.lists.collections.tree());
}

/**
 * The collections to choose from for a row in `current`: those of the tree, and `current` itself if archived.
 */
export function useCollectionChoices(
  current: string,
): readonly Pick<ShownCollection, 'collection' | 'level'>[] {
  const tree = useCollectionTree();
  const own = useCollection(current);
  const isArchived = useIsArchived(current);
  return own && isArchived ? [...tree, { collection: own, level: 0 }] : tree;
}

/** True if the collection or one of its ancestors is archived. */
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

/** Deleted rows that can be restored: ids of tasks and collections, the newest deletion first. */
export function useTrash() {
  return useTopic('trash', (replica) => replica.lists.trash());
}

/** The completed tasks of a collection, newest first. */
export function useCompletedIn(collectionId: string) {
  return useTopic(`completed-in:${collectionId}`, (replica) => replica.lists.completedIn(collectionId));
}

/** The active tasks of a collection by section; the tasks in no section come first. */
export function useParts(collectionId: string) {
  return useTopic(`parts:${collectionId}`, (replica) => replica.lists.sections.parts(collectionId));
}

/** The reminders of a task, the oldest first. */
export function useReminders(taskId: string) {
  return useTopic(`reminders:${taskId}`, (replica) => replica.lists.reminders(taskId));
}

/** The section, deleted or not. */
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

/** The label, deleted or not. */
export function useLabel(id: string) {
  return useTopic(`label:${id}`, (replica) => replica.get('label', id));
}

/** The active tasks with a label, by day; tasks without a date come last. */
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

/**
 * True once all rows of the device are readable. Before that, only the lists by day are there, as far as a
 * screen shows them.
 */
export function useHasAll(): boolean {
  return useTopic('status', (replica) => replica.hasAll);
}

/** True while missing rows may still arrive: on an empty or a loading device, or before its disk is read. */
export function useIsArriving(): boolean {
  const hasNothing = useCollections().length === 0;
  const { connection, load } = useSyncStatus();
  const hasAll = useHasAll();
  const isComing =
    connection === 'connecting' ? hasNothing || load !== null : connection === 'online' && load !== null;
  return isComing || !hasAll;
}
