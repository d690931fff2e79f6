import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { isRecord } from '#src/domain/is-record.ts';
import { dueOf } from '#src/tables/task/task-repeat.ts';
import { isThere } from '#src/tables/kit/row.ts';
import { placedTask } from '#src/tables/task/task.ts';
import type { Replica } from '#src/sync/client/replica.ts';
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
  const { taskId, due, alarm } = data;
  if (typeof taskId !== 'string') return () => {};
  const check = () => {
    if (isOver(replica, taskId, due, alarm)) notification.close();
  };
  const stops = [replica.subscribe(`task:${taskId}`, check), replica.subscribe(`reminders:${taskId}`, check)];
  check();
  return () => stops.forEach((stop) => stop());
}

/** True when the task is completed or gone, has moved to its next time, or its reminder was snoozed. */
function isOver(replica: Replica, taskId: string, due: unknown, alarm: unknown): boolean {
  const task = replica.get('task', taskId);
  if (!task) return false;
  const find: Replica['get'] = (table, id) => replica.get(table, id);
  const { completedAt, isBelowCompleted } = placedTask(task, find);
  const isSnoozed = replica.lists
    .reminders(taskId)
    .some((id) => replica.get('reminder', id)?.snoozes === alarm && alarm !== undefined);
  const isPast = typeof due === 'string' && dueOf(task) !== due;
  return (
    completedAt !== null || isBelowCompleted === true || isPast || isSnoozed || !isThere('task', task, find)
  );
}
