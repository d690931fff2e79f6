import { expect, test } from 'vitest';
import { childrenIn, unfold } from './unfold.ts';

const PARENTS: Record<string, string> = { a1: 'a', a2: 'a', a2x: 'a2', b1: 'b' };
const CHILDREN = childrenIn(['a1', 'a2', 'a2x', 'b1'], (id) => PARENTS[id] ?? null);

test('[T3] sub-tasks follow their task, each level deeper', () => {
  const { ids, levels } = unfold(['b', 'c', 'a'], CHILDREN, new Set());
  expect(ids).toEqual(['b', 'b1', 'c', 'a', 'a1', 'a2', 'a2x']);
  expect(Object.fromEntries(levels)).toEqual({ b1: 1, a1: 1, a2: 1, a2x: 2 });
});

test('[T3] a folded task hides all its descendants', () => {
  expect(unfold(['a', 'b'], CHILDREN, new Set(['a', 'c'])).ids).toEqual(['a', 'b', 'b1']);
  expect(unfold(['a', 'b'], CHILDREN, new Set(['a2'])).ids).toEqual(['a', 'a1', 'a2', 'b', 'b1']);
});

test('[T3] a list without sub-tasks stays the same', () => {
  const ids = ['a', 'b'];
  expect(unfold(ids, new Map(), new Set()).ids).toBe(ids);
});
