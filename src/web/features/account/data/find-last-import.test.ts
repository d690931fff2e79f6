import { expect, test } from 'vitest';
import { newId, timeOfId } from '#src/domain/id.ts';
import { ofOneImport } from './find-last-import.ts';

const MINUTE_MS = 60_000;
const id = newId();
const begun = timeOfId(id);

/** How many of the newest entries are of one import; minutes after the beginning of the stored one. */
function accepted(minutes: readonly number[], stored: Parameters<typeof ofOneImport>[0]): number {
  const isWanted = ofOneImport(stored);
  const end = minutes.findIndex((minute) => !isWanted({ at: begun + minute * MINUTE_MS }));
  return end === -1 ? minutes.length : end;
}

test('[I6] an import that paused for less than ten minutes is one', () => {
  expect(accepted([25, 24, 13, 4], null)).toBe(2);
});

test('[I6] an import of this browser is one, however long its tab was closed, without those before and after it', () => {
  const stored = { id, fileName: 'Home.csv', all: 900, done: 900, at: begun + 601 * MINUTE_MS };

  expect(accepted([601, 600, 1, 0], stored)).toBe(4);
  expect(accepted([601, 600, 1, -20], stored)).toBe(3);
  expect(accepted([700, 601, 1], stored)).toBe(1);
});

test('[I6] an import beside one that waits is another one', () => {
  const waiting = { id, fileName: 'Home.csv', all: 900, done: 400, at: begun + MINUTE_MS };

  expect(accepted([30, 29, 1, 0], waiting)).toBe(2);
  expect(accepted([9, 8, 0], waiting)).toBe(3);
});
