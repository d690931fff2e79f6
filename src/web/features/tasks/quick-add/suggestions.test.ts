import { expect, test } from 'vitest';
import { indexNames } from '#src/domain/quick-add/name-index.ts';
import { suggestionsAt } from './suggestions.ts';

const INDICES = {
  collections: indexNames(['Home', 'Home office', 'Garden club']),
  labels: indexNames(['waiting']),
  sections: new Map([['Home', indexNames(['Kitchen'])]]),
};
const KINDS: Readonly<Record<string, 'collection' | 'label' | 'section'>> = {
  '#': 'collection',
  '@': 'label',
  '/': 'section',
};

function at(text: string, home: string | null = 'Home') {
  const suggested = suggestionsAt(text, text.length, (sign) => KINDS[sign] ?? null, INDICES, home);
  return suggested && suggested.options.map(({ name, isNew }) => (isNew ? `new ${name}` : name));
}

test('[Q3] behind a sign, names that begin with the letters are suggested, then names with a later word that does', () => {
  expect(at('Call #')).toEqual(['Home', 'Home office', 'Garden club']);
  expect(at('Call #ho')).toEqual(['Home', 'Home office', 'new ho']);
  expect(at('Call #off')).toEqual(['Home office', 'new off']);
  expect(at('Call @w')).toEqual(['waiting', 'new w']);
  expect(at('/ki')).toEqual(['Kitchen', 'new ki']);
});

test('[Q3] a name that does not exist yet can be created, if it is valid', () => {
  expect(at('Call #Bank')).toEqual(['new Bank']);
  expect(at('Fix #42')).toBeNull();
  expect(at('Call @x,')).toBeNull();
});

test('[Q3] nothing is suggested within a word, behind a whole name, or for sections without a collection', () => {
  expect(at('a#ho')).toBeNull();
  expect(at('mail ada@w')).toBeNull();
  expect(at('#Garden club')).toBeNull();
  expect(at('#Garden club at')).toBeNull();
  expect(at('Call #bank today')).toBeNull();
  expect(at('/ki', null)).toBeNull();
  expect(at('/ki', 'Elsewhere')).toEqual(['new ki']);
});

test('[Q3] Enter chooses the suggestion that is shown, also to create a name, and adds the task after a whole name', () => {
  const isFirstChosen = (text: string) =>
    suggestionsAt(text, text.length, (sign) => KINDS[sign] ?? null, INDICES, null)?.isFirstChosen;
  expect(isFirstChosen('#ho')).toBe(true);
  expect(isFirstChosen('#Home')).toBe(false);
  expect(isFirstChosen('#')).toBe(true);
  expect(isFirstChosen('#Bank')).toBe(true);
  expect(isFirstChosen('@deep')).toBe(true);
});
