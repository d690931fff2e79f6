import { useCallback, useSyncExternalStore } from 'react';
import type { Collection } from '#src/domain/collection.ts';
import type { Task } from '#src/domain/task.ts';
import type { ListName } from '#src/domain/lists/task-lists.ts';
import type { Topic } from '#src/sync/client/topics.ts';
import type { Replica } from '#src/sync/client/replica.ts';
import { useReplica } from './replica-context.ts';

/** Follows one topic: the component renders again when what `read` returns changes, and only then. */
function useTopic<T>(topic: Topic, read: (replica: Replica) => T): T {
  const replica = useReplica();
  const subscribe = useCallback(
    (listener: () => void) => replica.subscribe(topic, listener),
    [replica, topic],
  );
  return useSyncExternalStore(subscribe, () => read(replica));
}

/** The task, also when it is deleted; undefined when there never was one. */
export function useTask(id: string): Task | undefined {
  return useTopic(`task:${id}`, (replica) => replica.task(id));
}

/** The collection, also when it is deleted: its completed tasks go on showing it. */
export function useCollection(id: string): Collection | undefined {
  return useTopic(`collection:${id}`, (replica) => replica.collection(id));
}

/** The live collections, in their order. */
export function useCollections() {
  return useTopic('collections', (replica) => replica.collections());
}

export function useOverdue() {
  return useTopic('overdue', (replica) => replica.lists.overdue());
}

export function useTodayTasks() {
  return useTopic('today', (replica) => replica.lists.today());
}

export function useUpcoming() {
  return useTopic('upcoming', (replica) => replica.lists.upcoming());
}

export function useCompleted() {
  return useTopic('completed', (replica) => replica.lists.completed());
}

/** The completed tasks of a collection, newest first. */
export function useCompletedIn(collectionId: string) {
  return useTopic(`completed-in:${collectionId}`, (replica) => replica.lists.completedIn(collectionId));
}

/** The active tasks of a collection. */
export function useTasksIn(collectionId: string) {
  return useTopic(`in:${collectionId}`, (replica) => replica.lists.inCollection(collectionId));
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

/** Whether what is not here may still be on its way: to a device that holds nothing yet, or one that is loading. */
export function useIsArriving(): boolean {
  const hasNothing = useCollections().length === 0;
  const { connection, load } = useSyncStatus();
  return connection === 'connecting' ? hasNothing || load !== null : connection === 'online' && load !== null;
}
