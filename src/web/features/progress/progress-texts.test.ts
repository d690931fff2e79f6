import { expect, test } from 'vitest';
import { goalText } from './progress-texts.ts';

test('[V9] a goal shows the remaining tasks, then that it is reached, then the extra tasks', () => {
  expect([0, 4, 5, 6, 9].map((count) => goalText(count, 5))).toEqual([
    '5 to go',
    '1 to go',
    'Goal reached. Well done!',
    'Goal reached, and 1 task more',
    'Goal reached, and 4 tasks more',
  ]);
  expect(goalText(3, null)).toBeNull();
});
