import { expect, test } from 'vitest';
import { usedText } from './used-text.ts';

const HOUR = 3_600_000;

test.each([
  [-HOUR, 'Used within the last two hours'],
  [0, 'Used within the last two hours'],
  [2 * HOUR - 1, 'Used within the last two hours'],
  [2 * HOUR, 'Last used 2 hours ago'],
  [24 * HOUR - 1, 'Last used 23 hours ago'],
  [24 * HOUR, 'Last used 1 day ago'],
  [40 * 24 * HOUR, 'Last used 40 days ago'],
])('%i ms ago: %s', (ago, text) => {
  expect(usedText(1_800_000_000_000 - ago, 1_800_000_000_000)).toBe(text);
});
