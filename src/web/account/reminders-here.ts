import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { isRecord } from '#src/domain/is-record.ts';
import { dueOf } from '#src/tables/task/task-repeat.ts';
import { ancestorsOf, isThere } from '#src/tables/kit/row.ts';
import { placedTask } from '#src/tables/task/task.ts';
import { timeOver, type TimeAbove } from '#src/tables/task/time-above.ts';
import type { Replica } from '#src/sync/client/replica.ts';
import type { Topic } from '#src/sync/client/state/topics.ts';
import { useReplica } from '#src/web/data/replica-context.ts';
import { tellReceipts } from '#src/web/platform/tell-receipts.ts';
import { watchWorker } from '#src/web/platform/worker-messages.ts';
import { renewReminders } from './push-subscription.ts';

/**
 * The tabs' part in reminders: they keep the subscription, send receipts that the service worker could not,
 * open the pages of notifications, and close outdated notifications.
 */
export function useRemindersHere(): void {
  const replica = useReplica();
  const navigate = useNavigate();
  useEffect(() => {
    let wasOnline = false;
    const look = () => {
      const { connection, storage } = replica.status();
      const isOnline = connection === 'online';
      // A tab that can store nothing has nothing to read either.
      if (isOnline && !wasOnline && storage === 'kept') void tellReceipts(replica.userId);
      // The session may be another one, which the subscription has to name.
      if (isOnline && !wasOnline) void renewReminders(replica.userId);
      wasOnline = isOnline;
    };
    look();
    return replica.subscribe('status', look);
  }, [replica]);
  useEffect(
    () =>
      watchWorker((message, port) => {
        if (message.type === 'ask') port?.postMessage(null);
        if (message.type === 'open') void navigate(message.path);
      }),
    [navigate],
  );
  useEffect(() => {
    let isLeft = false;
    const watched = new Map<string, () => void>();
    const look = async () => {
      const registration = await navigator.serviceWorker?.getRegistration();
      const notifications = (await registration?.getNotifications()) ?? [];
      if (isLeft) return;
      for (const notification of notifications)
        if (!watched.has(notification.tag)) watched.set(notification.tag, watch(replica, notification));
    };
    const lookAgain = () => {
      if (isLeft) return;
      for (const stop of watched.values()) stop();
      watched.clear();
      void look();
    };
    void replica.whenAll().then(lookAgain);
    const stopHearing = watchWorker(({ type }) => type === 'reminded' && lookAgain());
    return () => {
      isLeft = true;
      stopHearing();
      for (const stop of watched.values()) stop();
    };
  }, [replica]);
}

/** Closes the notification once this device learns that its reminder is over (rule N5). */
function watch(replica: Replica, notification: Notification): () => void {
  const data: unknown = notification.data;
  if (!isRecord(data) || data['userId'] !== replica.userId) return () => {};
  const { taskId, due, above, alarm } = data;
  if (typeof taskId !== 'string') return () => {};
  const check = () => {
    if (isOver(replica, taskId, due, above, alarm)) notification.close();
  };
  const topics: Topic[] = [`task:${taskId}`, `reminders:${taskId}`];
  if (isTime(above)) topics.push(`task:${above.seriesId}`);
  const stops = topics.map((topic) => replica.subscribe(topic, check));
  check();
  return () => stops.forEach((stop) => stop());
}

function isTime(above: unknown): above is TimeAbove {
  return isRecord(above) && typeof above['seriesId'] === 'string' && typeof above['due'] === 'string';
}

/**
 * True when the task is completed or gone, it or a task above has moved to its next time, or its reminder was
 * snoozed.
 */
function isOver(replica: Replica, taskId: string, due: unknown, above: unknown, alarm: unknown): boolean {
  const task = replica.get('task', taskId);
  if (!task) return false;
  const find: Replica['get'] = (table, id) => replica.get(table, id);
  const { completedAt, isBelowCompleted } = placedTask(task, find);
  const isSnoozed = replica.lists
    .reminders(taskId)
    .some((id) => replica.get('reminder', id)?.snoozes === alarm && alarm !== undefined);
  const isPast =
    (typeof due === 'string' && dueOf(task) !== due) ||
    (isTime(above) && timeOver(above, ancestorsOf('task', task, find), { get: find }) !== null);
  return (
    completedAt !== null || isBelowCompleted === true || isPast || isSnoozed || !isThere('task', task, find)
  );
}
