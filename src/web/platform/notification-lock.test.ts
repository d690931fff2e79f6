import { expect, test } from 'vitest';
import { lockNotifications, NOTIFICATIONS } from './notification-lock.ts';

test('[N5] notifications are read only after the one that is being shown is on the screen', async () => {
  const steps: string[] = [];
  const { promise: onScreen, resolve: display } = Promise.withResolvers<void>();
  const showing = lockNotifications(async () => {
    steps.push('show');
    await onScreen;
    steps.push('shown');
  });
  const reading = lockNotifications(async () => steps.push('read'));
  await navigator.locks.query();
  display();
  await Promise.all([showing, reading]);
  expect(steps).toEqual(['show', 'shown', 'read']);
});

test('[N5] a notification is shown although a suspended tab holds the lock', async () => {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const held = navigator.locks.request(NOTIFICATIONS, () => ended);
  expect(await lockNotifications(async () => 'shown')).toBe('shown');
  end();
  await held;
});

test('[N5] a failure to show is told to the caller, and the lock is free after it', async () => {
  await expect(lockNotifications(() => Promise.reject(new TypeError('No permission.')))).rejects.toThrow(
    'No permission.',
  );
  expect(await lockNotifications(async () => 'shown')).toBe('shown');
});
