import { afterEach, expect, test, vi } from 'vitest';
import { isId, newId, newPartId, timeOfId, wholeOfPart } from './id.ts';

afterEach(() => vi.useRealTimers());

test('an id tells the time of its creation', () => {
  const made = Date.UTC(2100, 1, 3, 4, 5, 6, 789);
  vi.useFakeTimers({ now: made });

  expect(timeOfId(newId())).toBe(made);
});

test('parts have ids of their own, which tell their time and their whole', () => {
  const made = Date.UTC(2100, 1, 3, 4, 5, 6, 789);
  vi.useFakeTimers({ now: made });
  const [one, other] = [newId(), newId()];
  const parts = Array.from({ length: 1_000 }, () => newPartId(one));

  expect(new Set(parts).size).toBe(1_000);
  expect(parts.every((id) => isId(id) && timeOfId(id) === made)).toBe(true);
  expect(new Set(parts.map(wholeOfPart))).toEqual(new Set([wholeOfPart(newPartId(one))]));
  expect(wholeOfPart(newPartId(other))).not.toBe(wholeOfPart(newPartId(one)));
  expect(wholeOfPart(one)).toBeNull();
});
