import { expect, test } from 'vitest';
import { spaceOf } from '#src/domain/space.ts';
import { Agenda } from './agenda.ts';

const NOBODY = new Set<string>();

test('[N2] users come in the order of their first due alarm, each once for all of them', () => {
  const agenda = new Agenda();
  for (const [userId, at] of [
    ['ada', 30],
    ['bob', 10],
    ['ada', 20],
    ['eve', 31],
    ['bob', 40],
  ] as const)
    agenda.add(spaceOf(userId), at);
  expect(agenda.next(NOBODY)).toBe(10);
  expect(agenda.takeDue(30, NOBODY, 10)).toEqual(['bob', 'ada']);
  expect(agenda.takeDue(30, NOBODY, 10)).toEqual([]);
  expect(agenda.next(NOBODY)).toBe(31);
  expect(agenda.takeDue(40, NOBODY, 10)).toEqual(['eve', 'bob']);
  expect(agenda.next(NOBODY)).toBe(Infinity);
});

test('[N2] a user who is being served keeps their turn, and holds up no other', () => {
  const agenda = new Agenda();
  agenda.add(spaceOf('ada'), 10);
  agenda.add(spaceOf('bob'), 20);
  expect(agenda.next(new Set(['ada']))).toBe(20);
  expect(agenda.takeDue(20, new Set(['ada']), 10)).toEqual(['bob']);
  expect(agenda.takeDue(20, NOBODY, 10)).toEqual(['ada']);
});

test('[N2] users past the limit keep their turn', () => {
  const agenda = new Agenda();
  for (const [place, userId] of ['eve', 'ada', 'bob'].entries()) agenda.add(spaceOf(userId), 30 - place);
  expect(agenda.takeDue(30, NOBODY, 2)).toEqual(['bob', 'ada']);
  expect(agenda.takeDue(30, NOBODY, 2)).toEqual(['eve']);
});
