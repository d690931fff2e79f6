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
  expect(asked('#nowhere')).toMatchObject({ kind: 'problem', message: expect.stringContaining('“nowhere”') });
  const everything = asked('!zzz & !(p1 & !p1)');
  expect(everything.kind === 'query' && everything.holds(task(1))).toBe(true);
});
