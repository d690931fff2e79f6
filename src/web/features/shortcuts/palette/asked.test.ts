import { expect, test } from 'vitest';
import { harness } from '#src/sync/testing/each-harness.ts';
import { task } from '#src/sync/testing/samples.ts';
import { readAsked } from './asked.ts';

test('[V3] a text of 40,000 characters, of a letter, of emoji or of a wrong query, gets an answer or its problem', async () => {
  const { tab } = await harness.deviceWithTasks(1);
  const asked = (text: string) => readAsked(text, tab.replica);
  const tooLong = { kind: 'problem', message: 'Search for at most 500 characters.' };
  for (const part of ['x', 'p1 & ', '(', '🐈', '#'])
    expect(asked(part.repeat(40_000 / part.length))).toEqual(tooLong);
  expect(asked('x')).toEqual({ kind: 'words', words: ['x'] });
  expect(asked('🐈')).toEqual({ kind: 'words', words: ['🐈'] });
  expect(asked('#nowhere')).toMatchObject({ kind: 'words', otherwise: expect.stringContaining('“nowhere”') });
  const everything = asked('!zzz & !(p1 & !p1)');
  expect(everything.kind === 'query' && everything.holds(task(1))).toBe(true);
});

test('[V3] a text that names no collection and no label is looked for as text', async () => {
  const { tab } = await harness.deviceWithTasks(1);
  const asked = (text: string) => readAsked(text, tab.replica);
  for (const [text, words] of [
    ['invoice #42', ['invoice', '#42']],
    ['@anna', ['@anna']],
    ['and/or', ['and/or']],
    ['/tmp full', ['/tmp', 'full']],
    ['"buy mi', ['buy', 'mi']],
    ['27" monitor', ['27', 'monitor']],
    ['R&D budget', ['r&d', 'budget']],
    ['milk, eggs', ['milk,', 'eggs']],
    ['due: soon', ['due:', 'soon']],
    ['saturday', ['saturday']],
    ['7 days', ['7', 'days']],
  ] as const)
    expect(asked(text)).toMatchObject({ kind: 'words', words });
  for (const text of ['saturday | p1', 'search: x', '"buy milk"', 'milk & eggs', 'today&p1', '!milk'])
    expect(asked(text)).toMatchObject({ kind: 'query' });
});
