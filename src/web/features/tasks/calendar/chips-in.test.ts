import { expect, test } from 'vitest';
import { chipsIn } from './chips-in.ts';

test.each([
  [4.75, 0, { count: 0, tall: 0 }],
  [4.75, 1, { count: 1, tall: 1 }],
  [4.75, 2, { count: 2, tall: 1 }],
  [5, 2, { count: 2, tall: 2 }],
  [4.75, 3, { count: 3, tall: 0 }],
  [4.75, 9, { count: 3, tall: 0 }],
  [0.5, 2, { count: 1, tall: 0 }],
  [Infinity, 3, { count: 3, tall: 3 }],
])('a cell with %s rem for %s chips', (room, all, shown) => {
  expect(chipsIn(room, all)).toEqual(shown);
});
