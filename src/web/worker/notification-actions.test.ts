import { expect, test } from 'vitest';
import { buttonsOf, snoozedUntil } from './notification-actions.ts';

const actionsOf = (...args: Parameters<typeof buttonsOf>) => buttonsOf(...args).map(({ action }) => action);

test('[N5] with enough room, every action has its button at once', () => {
  expect(actionsOf(null, 4)).toEqual(['complete', 'snooze-10', 'snooze-60', 'snooze-tomorrow']);
});

test.for([2, 3])('[N5] with room for %i buttons each choice can be reached', (room) => {
  const reached = new Set<string>();
  const presses = [null, 'snooze', 'longer'] as const;
  for (const pressed of presses) {
    if (pressed !== null && !reached.has(pressed)) continue;
    const actions = actionsOf(pressed, room);
    expect(actions.length).toBeLessThanOrEqual(room);
    for (const action of actions) reached.add(action);
  }
  for (const action of ['complete', 'snooze-10', 'snooze-60', 'snooze-tomorrow'])
    expect(reached).toContain(action);
});

test.for([undefined, 0, 1])('[N5] a browser with room for %s buttons gets none', (room) => {
  expect(buttonsOf(null, room)).toEqual([]);
});

test('[N5] a snooze lasts 10 minutes, an hour, or until tomorrow morning', () => {
  const now = new Date(2026, 5, 30, 23, 50).getTime();

  expect(snoozedUntil('snooze-10', now)).toBe(new Date(2026, 6, 1, 0, 0).getTime());
  expect(snoozedUntil('snooze-60', now)).toBe(new Date(2026, 6, 1, 0, 50).getTime());
  expect(snoozedUntil('snooze-tomorrow', now)).toBe(new Date(2026, 6, 1, 9, 0).getTime());
  for (const other of ['complete', 'snooze', '']) expect(snoozedUntil(other, now)).toBe(null);
});
