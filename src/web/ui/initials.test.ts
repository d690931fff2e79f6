import { expect, test } from 'vitest';
import { initialsOf } from './initials.ts';

test.each([
  ['Ada Lovelace', 'AL'],
  ['ada', 'A'],
  ['  Juan  Carlos de la Cruz ', 'JC'],
  ['👩‍👩‍👧 Family', '👩‍👩‍👧F'],
  ['', '☀'],
])('%j goes by %j', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});
