import { expect, test } from 'vitest';
import { LIMITS } from '#src/domain/limits.ts';
import { DISMISSALS, mutation, overlayOver } from '#src/sync/testing/samples.ts';
import { inverseOf } from '#src/tables/inverse.ts';

const [mar, , mondays] = DISMISSALS as [(typeof DISMISSALS)[0], unknown, (typeof DISMISSALS)[0]];
const add = (dismissal: typeof mar, at = 5) => mutation(at, 'dismissal.add', { ...dismissal, at });
const remove = (id: string, at = 6) => mutation(at, 'dismissal.remove', { id, at });

test('[Q4] a dismissal that two devices make is one row, as the first wrote it', () => {
  const overlay = overlayOver();
  overlay.run(add(mar, 5));
  overlay.run(add({ ...mar, wording: 'MAR' }, 4));
  expect(overlay.get('dismissal', mar.id)).toEqual({ ...mar, createdAt: 5, deletedAt: null });
  expect(overlay.count('dismissal')).toBe(1);
});

test('[Q4] a forgotten wording can be dismissed again, also when its text is gone', () => {
  const overlay = overlayOver();
  overlay.run(add(mar, 5));
  overlay.run(remove(mar.id, 6));
  expect(overlay.count('dismissal')).toBe(0);
  overlay.set('dismissal', { ...overlay.get('dismissal', mar.id)!, wording: '' });
  overlay.run(add(mar, 7));
  expect(overlay.get('dismissal', mar.id)).toEqual({ ...mar, createdAt: 7, deletedAt: null });
  // A wording that was never kept cannot be forgotten.
  overlay.run(remove(mondays.id, 8));
  expect(overlay.get('dismissal', mondays.id)).toBeUndefined();
});

test('[Q4] dismissing and forgetting undo each other', () => {
  const overlay = overlayOver();
  const added = inverseOf(add(mar), overlay)!;
  overlay.run(add(mar));
  expect(inverseOf(add(mar), overlay)).toBeNull();
  const removed = inverseOf(remove(mar.id), overlay)!;
  overlay.run({ ...remove(mar.id), ...added });
  expect(overlay.get('dismissal', mar.id)?.deletedAt).toBe(5);
  expect(inverseOf(remove(mar.id), overlay)).toBeNull();
  overlay.run({ ...add(mar), ...removed });
  expect(overlay.get('dismissal', mar.id)).toMatchObject({ wording: 'mar', language: 'en', deletedAt: null });
});

test('[Q4] rejects DISMISSAL_LIMIT at the limit', () => {
  const full = overlayOver(undefined, { dismissal: LIMITS.dismissals });
  expect(() => full.run(add(mar))).toThrow(expect.objectContaining({ code: 'DISMISSAL_LIMIT' }));
});
