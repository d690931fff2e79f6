import { expect, test } from 'vitest';
import { parseQuickAdd } from './parse.ts';
import suite from './quick-add-suite.json' with { type: 'json' };
import { contextOf, shortOf, type SuiteContext } from '#src/domain/quick-add/testing/suite.ts';

interface Case {
  readonly input: string;
  readonly context?: Partial<SuiteContext>;
  readonly result: Readonly<Record<string, unknown>>;
}

const cases: readonly Case[] = suite.cases as readonly Case[];
const isText = ({ input, result }: Case) =>
  Object.keys(result).length === 1 && result['name'] === input.trim();

test.each(cases.filter((one) => !isText(one)))('[Q2] $input', ({ input, context = {}, result }) => {
  expect(shortOf(parseQuickAdd(input, contextOf(context)).fields)).toEqual(result);
});

test.each(cases.filter(isText))('[Q4] $input: all of it is text', ({ input, context = {}, result }) => {
  const found = parseQuickAdd(input, contextOf(context));

  expect(found.parts).toEqual([]);
  expect(shortOf(found.fields)).toEqual(result);
});

test('[Q7] the suite has 300 lines or more, and 80 or more of them must find nothing', () => {
  expect(suite.context).toEqual(contextOf.defaults);
  expect(cases.length).toBeGreaterThanOrEqual(300);
  expect(cases.filter(isText).length).toBeGreaterThanOrEqual(80);
});
