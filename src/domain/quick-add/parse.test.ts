import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { indexNames } from './name-index.ts';
import { parseQuickAdd, wordingOf } from './parse.ts';
import { checkLine, fuzz } from '#src/domain/quick-add/testing/fuzz.ts';
import { contextOf } from '#src/domain/quick-add/testing/suite.ts';

const CONTEXT = contextOf({});

function partsOf(text: string, context = CONTEXT) {
  return parseQuickAdd(text, context).parts.map(({ kind, value, from, to }) => [
    kind,
    value,
    text.slice(from, to),
  ]);
}

test('[Q1] a line gives its name, and its parts with their places in the text', () => {
  const text = 'Plant the roses tomorrow 9am #garden club @waiting p2';

  expect(parseQuickAdd(text, CONTEXT).name).toBe('Plant the roses');
  expect(partsOf(text)).toEqual([
    ['date', '2026-03-12', 'tomorrow'],
    ['time', '09:00', '9am'],
    ['collection', 'Garden club', '#garden club'],
    ['label', 'waiting', '@waiting'],
    ['priority', 2, 'p2'],
  ]);
});

test('[Q1] parts of one wording have one span, and a repeat with its end after a time has two', () => {
  expect(partsOf('Call Bob tonight')).toEqual([
    ['date', '2026-03-11', 'tonight'],
    ['time', '20:00', 'tonight'],
  ]);
  expect(partsOf('Run every day at 7 until friday').map(([kind, , words]) => [kind, words])).toEqual([
    ['repeat', 'every day'],
    ['time', 'at 7'],
    ['repeat', 'until friday'],
  ]);
});

test('[Q1] a sign with an unknown name stays text, and is reported as unknown', () => {
  const { name, parts, unknown } = parseQuickAdd('Fix #42 for @nobody', CONTEXT);

  expect({ name, parts }).toEqual({ name: 'Fix #42 for @nobody', parts: [] });
  expect(unknown).toEqual([{ kind: 'label', name: 'nobody', from: 12, to: 19 }]);
});

test('[Q4] a dismissed wording is text from then on, in any case, and so are its words', () => {
  const text = 'Mow the lawn every Monday';
  const [part] = parseQuickAdd(text, CONTEXT).parts;
  const dismissals = indexNames([wordingOf(text, part!)]);

  expect(parseQuickAdd('Sweep EVERY monday', { ...CONTEXT, dismissals }).parts).toEqual([]);
  expect(parseQuickAdd('Sweep on monday', { ...CONTEXT, dismissals }).fields.date).toBe('2026-03-16');
});

test('[Q4] the end of a repeat after a time is text by itself; without its beginning the whole repeat is text', () => {
  const read = (...dismissed: string[]) => {
    const { name, fields } = parseQuickAdd('Run every day at 7 until friday', {
      ...CONTEXT,
      dismissals: indexNames(dismissed),
    });
    return { name, repeat: fields.repeat };
  };

  expect(read()).toEqual({ name: 'Run', repeat: 'FREQ=DAILY;UNTIL=20260313' });
  expect(read('until friday')).toEqual({ name: 'Run until friday', repeat: 'FREQ=DAILY' });
  expect(read('every day')).toEqual({ name: 'Run every day until friday', repeat: null });
});

test('[Q4] where no name would be left, all of the line is the name', () => {
  expect(parseQuickAdd('every first sunday 9pm', CONTEXT)).toMatchObject({
    name: 'every first sunday 9pm',
    parts: [],
  });
});

test.each([
  ['500 characters', 'tomorrow '.repeat(60).slice(0, 500)],
  ['a pasted page', 'Call Bob tomorrow at 5pm #Home\n'.repeat(500)],
  ['control characters', 'Call\u0000Bob\u0007 tomorrow\u001b at 5pm'],
  ['right to left mixed with Latin', 'שלום tomorrow عالم at 5pm #Home'],
  ['marks of direction', '\u202eCall\u202c Bob \u200ftomorrow'],
  ['emoji', '👩‍👩‍👧 party 🎉 tomorrow 🇩🇪'],
  ['every 0 days', 'Check every 0 days'],
  ['31 Feb', 'Pay 31 Feb'],
  ['25:00', 'Call at 25:00'],
  ['year 9999', 'Pay 31 dec 9999, every day, in 9999 years'],
  ['200 labels', Array.from({ length: 200 }, (_, i) => `@l${i}`).join(' ')],
  ['half a character', 'Call \ud83d tomorrow'],
  ['one long word', 'a'.repeat(20_000)],
  ['many signs', '#@!/+*~{}"`'.repeat(500)],
])('[Q4] %s: nothing is lost', (_, text) => {
  expect(() => checkLine(text, CONTEXT)).not.toThrow();
});

test('[Q4] all of 200 labels are found', () => {
  const labels = Array.from({ length: 200 }, (_, i) => `label ${i}`);
  const text = `Sort ${labels.map((label) => `@${label}`).join(' ')}`;

  const { name, fields } = parseQuickAdd(text, contextOf({ labels }));

  expect({ name, labels: fields.labels }).toEqual({ name: 'Sort', labels });
});

test('[Q4] nothing of a random line is lost', () => {
  expect(() => fuzz(300, 20_260_311)).not.toThrow();
  const anything = fc.string({ unit: 'binary', maxLength: 200 });
  fc.assert(
    fc.property(anything, (text) => checkLine(text, CONTEXT)),
    { numRuns: 30 },
  );
});
