import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { CONTEXT, someQuery, someTask } from '#src/reading/query/testing/arbitrary-query.ts';
import { rowsOf, type QueryContext } from './context.ts';
import { parseQuery } from './parse.ts';
import { compileQuery } from './predicate.ts';
import { printQuery } from './print.ts';
import { readQuery } from './read.ts';
import { renamedIn, type Rename } from './renamed.ts';

const idOf = (kind: Rename['kind'], name: string) =>
  rowsOf(kind, CONTEXT).find((row) => row.name === name)?.id ?? '';

/** The context after the renaming. */
function after({ id, name }: Rename, context: QueryContext): QueryContext {
  const rename = <Row extends { readonly id: string; readonly name: string }>(rows: readonly Row[]) =>
    rows.map((row) => (row.id === id ? { ...row, name } : row));
  const { collections, sections, labels } = context;
  return {
    ...context,
    collections: rename(collections),
    sections: rename(sections),
    labels: rename(labels),
  };
}

const compiled = (text: string, context: QueryContext) => {
  const read = readQuery(text, context);
  if ('problem' in read) throw new Error(`${text}: ${read.problem.message}`);
  return compileQuery(read.query, context);
};

test('[V5] a query keeps its tasks when a row that it names is renamed, and back', () => {
  const someRename = fc.record({
    kind: fc.constantFrom('collection', 'section', 'label'),
    index: fc.nat(CONTEXT.labels.length - 1),
    name: fc.constantFrom('Thoughts', 'R & B', '#2', '"', String.raw`c\d`, ')', 'no date', '買う', 'p2!x'),
  });
  const fewTasks = fc.array(someTask, { minLength: 5, maxLength: 5 });
  fc.assert(
    fc.property(someQuery, someRename, fewTasks, (query, { kind, index, name }, tasks) => {
      const text = printQuery(query);
      const row = rowsOf(kind, CONTEXT)[index];
      const rename = { kind, id: row?.id ?? '', name };
      const there = after(rename, CONTEXT);
      const renamed = renamedIn(text, rename, CONTEXT) ?? text;
      const [before, now] = [compiled(text, CONTEXT), compiled(renamed, there)];
      for (const task of tasks) expect(now.holds(task)).toBe(before.holds(task));
      const back = renamedIn(renamed, { ...rename, name: row?.name ?? '' }, there) ?? renamed;
      expect(parseQuery(back)).toMatchObject({ query });
    }),
    { numRuns: 1_000 },
  );
});

test.each([
  [
    'a name in the middle',
    '(today | overdue) &  #work & !@waiting',
    '(today | overdue) &  #Home & !@waiting',
  ],
  ['with what is below it', '##Work', '##Home'],
  ['behind `in:`', 'in:  Work & p1', '#Home & p1'],
  ['each time it stands there', '#Work | !#WORK', '#Home | !#Home'],
  ['quotes that are no longer needed before a word', '#"Work"milk', '#Home milk'],
  ['the same before an operator', '!#"Work"|p1', '!#Home|p1'],
])('[V5] renamed in a query: %s', (_, text, renamed) => {
  const rename = { kind: 'collection', id: idOf('collection', 'Work'), name: 'Home' } as const;
  expect(renamedIn(text, rename, CONTEXT)).toBe(renamed);
});

test.each([
  ['one of another kind', '@Work /Work', CONTEXT],
  ['a word and a phrase', 'Work "#Work"', CONTEXT],
  ['what cannot be read', '#Work & (', CONTEXT],
  ['a condition of a newer app', '#Work & assigned: me', CONTEXT],
  ['a name that is there no more', '#Wokr', CONTEXT],
  [
    'a name that means another one as well',
    '#work',
    { ...CONTEXT, collections: [...CONTEXT.collections, { id: 'other', name: 'WORK', parentId: null }] },
  ],
])('[V5] not renamed in a query: %s', (_, text, context) => {
  const rename = { kind: 'collection', id: idOf('collection', 'Work'), name: 'Home' } as const;
  expect(renamedIn(text, rename, context)).toBeNull();
});

test('[V5] a section name of several collections stays for the others', () => {
  const sections = ['a', 'b'].map((id) => ({ id, name: 'Ideas', collectionId: `of ${id}` }));
  const rename = { kind: 'section', id: 'a', name: 'Thoughts' } as const;
  expect(renamedIn('/Ideas', rename, { ...CONTEXT, sections })).toBeNull();
  expect(renamedIn('/ideas', rename, { ...CONTEXT, sections: sections.slice(0, 1) })).toBe('/Thoughts');
});

test('[V5] a name of several words is renamed as a whole, and a name with a star stays', () => {
  const rename = { kind: 'collection', id: idOf('collection', 'Garden club'), name: 'Home' } as const;
  expect(renamedIn('#Garden club & p1', rename, CONTEXT)).toBe('#Home & p1');
  expect(renamedIn('#Garden* & p1', rename, CONTEXT)).toBeNull();
});
