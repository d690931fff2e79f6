import { useEffect } from 'react';
import { useNavigate } from '#src/web/addresses/location.ts';
import { useReplica } from '#src/web/data/replica-context.ts';
import { lockNotifications } from '#src/web/platform/notification-lock.ts';
import { tellReceipts } from '#src/web/platform/tell-receipts.ts';
import { watchWorker } from '#src/web/platform/worker-messages.ts';
import { closeWhenOver } from './outdated-notifications.ts';
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
        if (message.type === 'open') navigate(message.path);
      }),
    [navigate],
  );
  useEffect(() => {
    let isLeft = false;
    const watched = new Map<string, () => void>();
    const look = async () => {
      const registration = await navigator.serviceWorker?.getRegistration();
      if (!registration?.getNotifications) return;
      const notifications = await lockNotifications(() => registration.getNotifications());
      if (isLeft) return;
      for (const notification of notifications)
        if (!watched.has(notification.tag))
          watched.set(notification.tag, closeWhenOver(replica, notification));
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
