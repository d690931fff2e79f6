import { expect, test } from 'vitest';
import { strangersLines } from '#src/domain/quick-add/testing/strangers.ts';
import { contextOf, shortOf } from '#src/domain/quick-add/testing/suite.ts';
import { parseQuickAdd } from './parse.ts';
import { LANGUAGES } from './types.ts';

const cases = LANGUAGES.flatMap((language) =>
  strangersLines(language).map((line) => ({ ...line, language })),
);

const read = ({ input, language }: (typeof cases)[number]) => {
  const order = language === 'en' ? 'mdy' : 'dmy';
  return meaningOf(shortOf(parseQuickAdd(input, contextOf({ language, order })).fields));
};

/** The fields with the parts of their rule in one order, and without parts that only say how it is counted. */
function meaningOf({ repeat, ...fields }: ReturnType<typeof shortOf>) {
  const parts = repeat?.split(';').filter((part) => !/^(RSCALE|SKIP|WKST)=/.test(part));
  return { ...fields, repeat: parts?.toSorted().join(';') };
}

test.each(cases.filter(({ isOpen }) => !isOpen))('[Q2] $language: $input', (line) => {
  expect(read(line)).toEqual(meaningOf(line.result));
});

test.each(cases.filter(({ isOpen }) => isOpen))('[Q2] $language: $input is still open', (line) => {
  expect(read(line)).not.toEqual(meaningOf(line.result));
});
