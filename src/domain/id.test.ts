import { afterEach, expect, test, vi } from 'vitest';
import { newId, timeOfId } from './id.ts';

afterEach(() => vi.useRealTimers());

test('an id tells the time of its creation', () => {
  const made = Date.UTC(2100, 1, 3, 4, 5, 6, 789);
  vi.useFakeTimers({ now: made });

  expect(timeOfId(newId())).toBe(made);
});
