import { expect, test } from 'vitest';
import { clip } from './clip.ts';

test('a text that is too long is cut between characters', () => {
  expect(clip('Roses', 5)).toBe('Roses');
  expect(clip('Roses!', 5)).toBe('Rose…');
  expect(clip('Pie 🥧🥧', 6)).toBe('Pie …');
  expect(clip('Pie 🥧🥧', 7)).toBe('Pie 🥧…');
});
