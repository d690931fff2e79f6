import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { LIMITS } from '#src/domain/limits.ts';
import { contextIn, imported, planned, reasonsOf } from '#src/file/testing/reading.ts';
import { readFile } from './read-file.ts';
import { UnreadableFile } from './read-data-file.ts';
import { Draft } from '#src/file/source/draft.ts';
import { UnknownFile } from '#src/file/source/source.ts';
import { exportOf } from './export.ts';
import { rowsOf } from '#src/file/testing/import-harness.ts';

const TODOIST = 'TYPE,CONTENT,PRIORITY,INDENT,DATE,DATE_LANG\ntask,Bücher – kaufen,4,1,,\n';

function utf16(text: string, isLittle: boolean): Uint8Array {
  const bytes = new Uint8Array(text.length * 2);
  const view = new DataView(bytes.buffer);
  for (let i = 0; i < text.length; i++) view.setUint16(i * 2, text.charCodeAt(i), isLittle);
  return bytes;
}

test.each([
  ['UTF-8', new TextEncoder().encode(TODOIST)],
  ['UTF-8 with a mark', new TextEncoder().encode(`\uFEFF${TODOIST}`)],
  ['UTF-16 little-endian', utf16(`\uFEFF${TODOIST}`, true)],
  ['UTF-16 big-endian', utf16(`\uFEFF${TODOIST}`, false)],
  ['UTF-16 without a mark', utf16(TODOIST, true)],
])('[I1] the text is the same in %s', (_, bytes) => {
  const { format, tasks, told } = planned('a.csv', bytes);
  expect([format, tasks[0]?.name]).toEqual(['todoist-csv', 'Bücher – kaufen']);
  expect(reasonsOf(told)).toEqual([['NO_COMPLETED_TASKS']]);
});

test('[I1] bytes that are no UTF-8 are read as Windows-1252, and that is told', () => {
  const bytes = Uint8Array.from(TODOIST.replace('–', '-'), (sign) => sign.charCodeAt(0));
  const { tasks, told } = planned('a.csv', bytes);
  expect(tasks[0]?.name).toBe('Bücher - kaufen');
  expect(reasonsOf(told)).toEqual([['ENCODING', 'Windows-1252'], ['NO_COMPLETED_TASKS']]);
});

test.each([
  ['a file name that lies', 'things.json', TODOIST, 'todoist-csv'],
  ['todo.txt', 'a.csv', '(A) Call +Home\n', 'todo-txt'],
  ['iCalendar', 'a.txt', 'begin:vcalendar\nend:vcalendar\n', 'ics-vtodo'],
  ['any table with names', 'a.txt', 'sep=;\nTitle;Due\nA;2026-12-01\n', 'csv'],
])('[I1] a file is recognized by its content: %s', (_, name, text, format) => {
  expect(planned(name, text).format).toBe(format);
});

test('[I1] the export of Sunglow goes through the same plan', () => {
  const view = imported('a.csv', TODOIST);
  const plan = planned('sunglow.json', JSON.stringify(exportOf(rowsOf(view))));
  expect(plan.format).toBe('sunglow');
  expect(plan.tasks).toMatchObject([{ name: 'Bücher – kaufen', collection: 'a' }]);
});

test.each([
  ['nothing', '', 'The file is empty.'],
  ['prose', 'Dear Ann,\n\nthis is a letter.\n', 'Sunglow cannot read this file.'],
  ['a list of Markdown', '- one\n- two @home\n', 'Sunglow cannot read this file.'],
  ['a picture', '\u0089PNG\r\n\u001A\n\0\0\0\rIHDR', 'Sunglow cannot read this file.'],
  ['damaged JSON', '{"tasks": [', 'The file is not valid JSON'],
  ['other JSON', '{"answer": 42}', 'Sunglow cannot read this file.'],
])('[I1] another file is refused with the reason: %s', (_, text, reason) => {
  expect(() => planned('x', text)).toThrow(reason);
});

test('[I8] a file of more than 100 MB is refused before it is read', () => {
  const bytes = new Uint8Array(100 * 1_048_576 + 1);
  expect(() => readFile({ name: 'x', bytes }, contextIn('UTC'))).toThrow('larger than 100 MB');
});

test('[I8] a file of another app with more tasks than anybody can import is refused as soon as they are counted', () => {
  const draft = new Draft('csv', contextIn('UTC'));
  const add = () => draft.task({ id: '1', name: 'Sweep', collection: 'home' }, 'row 2');
  for (let count = 0; count < 400_000; count++) add();
  expect(add).toThrow('The file has more than 400,000 tasks. An account can have 200,000.');
});

test('[I8] a quote that never ends is told, and costs only the rows inside it', () => {
  const { tasks, told } = planned('a.csv', `${TODOIST}task,"Open,4,1,,\ntask,Inside,4,1,,\n`);
  expect(tasks.map(({ name }) => name)).toEqual(['Bücher – kaufen', 'Open,4,1,, task,Inside,4,1,,']);
  expect(reasonsOf(told)).toContainEqual(['row 3', 'CUT_OFF', 'a quote is never closed']);
});

test('[I8] ten thousand columns are columns', () => {
  const names = Array.from({ length: 10_000 }, (_, i) => `c${i}`).join(',');
  const { tasks } = planned('a.csv', `Name,Date,${names}\nA,2026-12-01,${'x,'.repeat(9_999)}y\n`);
  expect(tasks[0]?.description?.length).toBeLessThanOrEqual(LIMITS.taskDescription);
  expect(planned('a.csv', `Name,Date,${names}\nA,,\n`).tasks).toMatchObject([{ name: 'A' }]);
});

test('[I8] three thousand levels become tasks, and those too deep move to the top level', () => {
  const rows = Array.from({ length: 3_000 }, (_, i) => `task,T${i},4,${i + 1},,`);
  const { tasks, told } = planned(
    'a.csv',
    ['TYPE,CONTENT,PRIORITY,INDENT,DATE,DATE_LANG', ...rows].join('\n'),
  );
  expect(tasks).toHaveLength(3_000);
  expect(told.filter(({ reason }) => reason === 'TOO_DEEP')).toHaveLength(499);
});

test('[I8] JSON of a hundred thousand levels is refused, and lists in lists of three thousand levels are read', () => {
  expect(() => planned('a.json', '['.repeat(100_000) + ']'.repeat(100_000))).toThrow(
    'Sunglow cannot read this file',
  );
  let project: object = { id: 3_000, title: 'P3000', tasks: [{ id: 1, title: 'Deepest' }] };
  for (let id = 2_999; id > 0; id--) project = { id, title: `P${id}`, child_projects: [project] };
  const { tasks, counts } = planned('a.json', JSON.stringify([project]));
  expect([tasks.map(({ name }) => name), counts.collections]).toEqual([['Deepest'], 3_000]);
});

test('[I8] names of the language are names', () => {
  const text =
    'TYPE,CONTENT,PRIORITY,INDENT,DATE,DATE_LANG\nsection,__proto__,,,,\ntask,constructor @__proto__,4,1,,\n';
  expect(planned('__proto__.csv', text)).toMatchObject({
    collections: [{ name: '__proto__' }],
    sections: [{ name: '__proto__' }],
    tasks: [{ name: 'constructor', labels: ['__proto__'] }],
  });
  imported('__proto__.csv', text);
});

test('[I8] long names are cut, and the whole name of a task is in its notes', () => {
  const name = 'Long '.repeat(150).trim();
  const { tasks, told } = planned('a.csv', `Name,Notes\n${name},${'n'.repeat(20_000)}\n`);
  expect(tasks[0]?.name).toHaveLength(LIMITS.taskName);
  expect(tasks[0]?.description?.startsWith(`${name}\n\nnnn`)).toBe(true);
  expect(told.map(({ reason }) => reason)).toEqual(['NAME_CUT', 'DESCRIPTION_CUT']);
});

test('[I8] names and notes of the greatest length come whole, and longer ones are cut and told', () => {
  const notesOf = (more: number) => {
    const draft = new Draft('csv', contextIn('UTC'));
    const name = (most: number) => 'x'.repeat(most + more);
    draft.collection({ id: 'home', name: name(LIMITS.collectionName) }, 'collection');
    draft.section('home', 'later', name(LIMITS.sectionName), 'section');
    draft.label(name(LIMITS.labelName), 'label');
    draft.filter('soon', name(LIMITS.filterName), 'today', false, 'filter');
    draft.task({ id: '1', name: name(LIMITS.taskName), collection: 'home' }, 'task');
    draft.task(
      { id: '2', name: 'Notes', notes: [name(LIMITS.taskDescription)], collection: 'home' },
      'notes',
    );
    return draft.finish().notes.map(({ where, reason }) => [where, reason]);
  };
  expect(notesOf(0)).toEqual([]);
  expect(notesOf(1)).toEqual([
    ...['collection', 'section', 'label', 'filter', 'task'].map((where) => [where, 'NAME_CUT']),
    ['notes', 'DESCRIPTION_CUT'],
  ]);
});

test.each([
  ['Home [123]', 'csv', TODOIST],
  ['Home', 'csv', TODOIST],
  ['Home', 'csv', 'Name\nSweep\n'],
  ['Home', 'md', '- [ ] Sweep\n'],
  ['Home', 'ics', 'BEGIN:VCALENDAR\nBEGIN:VTODO\nUID:1\nSUMMARY:Sweep\nEND:VTODO\nEND:VCALENDAR\n'],
])('[I5] a second download adds nothing, as %s (1).%s', (name, ending, text) => {
  const view = imported(`${name}.${ending}`, text);
  const { tasks, collections } = planned(`${name} (1).${ending}`, text, undefined, view);
  expect([tasks, collections]).toEqual([[], []]);
});

test('a number of a year, or alone, is a name', () => {
  const nameOf = (file: string) => planned(file, 'Name\nSweep\n').tasks[0]?.collection;
  expect([nameOf('Plan (2026).csv'), nameOf('(1).csv')]).toEqual(['Plan (2026)', '(1)']);
});

test('two collections of one name get a number, one of the user takes the tasks in', () => {
  const view = imported('Home.csv', 'Name\nHere\n');
  const { collections, told } = planned('Home.csv', 'Name,Notes\nOther,x\n', undefined, view);
  expect(collections).toEqual([]);
  expect(told.map(({ reason }) => reason)).toEqual([]);
});

/** Beginnings of files, so that random bytes reach the readers. */
const STARTS = [
  '',
  'TYPE,CONTENT,DESCRIPTION,PRIORITY,INDENT,DATE,DATE_LANG\n',
  '"Folder Name","List Name","Title","Status","Start Date","taskId","parentId"\n',
  'Name,Due Date,Parent,Repeat\n',
  'BEGIN:VCALENDAR\nBEGIN:VTODO\nSUMMARY:A\nRRULE:',
  '(A) ',
  '# A\n- [ ] ',
  '- TODO A\n  SCHEDULED: <',
  '#+TITLE: A\n* TODO A :a:\n  DEADLINE: <',
  '{"projects":[{"id":1}],"items":[{"project_id":1,"content":"A","due":',
  '[{"title":"A","tasks":[{"title":"B","due_date":"',
];

/** Throws for any error but a refusal. */
function outcomeOf(bytes: Uint8Array): 'read' | 'refused' {
  try {
    planned('a', bytes);
    return 'read';
  } catch (error) {
    if (error instanceof UnknownFile || error instanceof UnreadableFile) return 'refused';
    throw error;
  }
}

test('[I8] any bytes are read, or refused with a reason', () => {
  const seed = Date.now() % 2 ** 31;
  const encoder = new TextEncoder();
  const signs = 'task,1;:"\n\t -+@#[]<>{}=2026-12-01TZ'.split('');
  const words = fc.array(fc.constantFrom(...signs), { maxLength: 200 });
  const more = fc.oneof(
    fc.uint8Array({ maxLength: 400 }),
    words.map((each) => encoder.encode(each.join(''))),
  );
  const file = fc.property(fc.constantFrom(...STARTS), more, (start, rest) => {
    const bytes = new Uint8Array([...encoder.encode(start), ...rest]);
    expect(['read', 'refused']).toContain(outcomeOf(bytes));
  });
  fc.assert(file, { seed, numRuns: 300 });
});
