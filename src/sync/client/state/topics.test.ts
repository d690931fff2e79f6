import { expect, test, vi } from 'vitest';
import { Topics } from './topics.ts';

test('a listener of all rows of a table is called once for each change of that table, and for no other table', () => {
  const topics = new Topics();
  const listener = vi.fn<() => void>();
  const stop = topics.subscribe('every-dismissal', listener);
  topics.announce(new Set(['task:1', 'labels', 'completed']));
  expect(listener).not.toHaveBeenCalled();
  topics.announce(new Set(['dismissal:1', 'dismissal:2']));
  expect(listener).toHaveBeenCalledTimes(1);
  topics.announce(new Set(['everything']));
  expect(listener).toHaveBeenCalledTimes(2);
  stop();
  topics.announce(new Set(['dismissal:1']));
  expect(listener).toHaveBeenCalledTimes(2);
});
