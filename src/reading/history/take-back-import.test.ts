import type { TaskLists } from '#src/reading/lists/task-lists.ts';
import { expect, test } from 'vitest';
import { planFile } from '#src/file/plan-file.ts';
import { existingRowsOf } from '#src/file/existing-rows.ts';
import { readFile } from '#src/file/read-file.ts';
import { contextIn } from '#src/file/testing/reading.ts';
import { rowsOf, viewAfter } from '#src/file/testing/import-harness.ts';
import type { View } from '#src/sync/client/state/view.ts';
import { overlayOver, sampleId } from '#src/sync/testing/samples.ts';
import { TABLE_NAMES } from '#src/tables/tables.ts';
import { isThere } from '#src/tables/kit/row.ts';
import { emptyRows, takeIn, type Overlay } from '#src/tables/kit/overlay.ts';
import type { Operation } from '#src/tables/operations.ts';
import type { HistoryEntry } from './history.ts';
import { rowHistoriesOf } from './row-history.ts';
import { importedRowsIn, takeBackImport } from './take-back-import.ts';

const CSV = [
  'TYPE,CONTENT,PRIORITY,INDENT,DATE,DATE_LANG',
  'section,Later,,,,',
  'task,Rent @home,1,1,every last day,en',
  'task,Call the bank,4,2,,',
  'task,Fix the tap @home,4,1,,',
].join('\n');

/** Imports the file into the rows, and returns what the history keeps of it, newest first. */
function imported(overlay: Overlay, content = CSV, name = 'Flat.csv'): HistoryEntry[] {
  const context = contextIn('UTC');
  const view = viewAfter([]);
  const existing = existingRowsOf(rowsOf(withRowsOf(view, overlay)));
  const file = readFile({ name, bytes: new TextEncoder().encode(content) }, context);
  return run(overlay, planFile(file, existing, context.at).operations).toReversed();
}

function withRowsOf(view: View<TaskLists>, overlay: Overlay): View<TaskLists> {
  view.rebase({ from: 0, rows: Object.fromEntries(TABLE_NAMES.map((t) => [t, [...overlay.rows(t)]])) }, []);
  return view;
}

let steps = 0;
function run(overlay: Overlay, operations: readonly Operation[]): HistoryEntry[] {
  return operations.map((operation) => {
    steps += 1;
    const rows = rowHistoriesOf(overlay.run({ ...operation, id: sampleId('mutation', steps) }));
    return { cursor: `${steps}.0`, at: steps, source: 'Import', operation: operation.name, rows };
  });
}

const nowOf = (overlay: Overlay) => ({
  get: overlay.get.bind(overlay) as Parameters<typeof isThere>[2],
  rows: overlay.rows.bind(overlay),
});

/** Takes the import back, and returns the names of all rows that are there. */
function takeBack(overlay: Overlay, entries: readonly HistoryEntry[]) {
  const { operations, kept } = takeBackImport(importedRowsIn(entries), nowOf(overlay), 9_000);
  run(overlay, operations);
  return { kept: kept.map(({ table, id, why }) => [nameOf(overlay, table, id), why]), operations };
}

const nameOf = (overlay: Overlay, table: Parameters<Overlay['get']>[0], id: string) =>
  String((overlay.get(table, id) as { name?: string } | undefined)?.name);

function namesIn(overlay: Overlay): string[] {
  const { get, rows } = nowOf(overlay);
  return TABLE_NAMES.flatMap((table) =>
    [...rows(table)].filter((row) => isThere(table, row, get)).map(({ id }) => nameOf(overlay, table, id)),
  );
}

function taskOf(overlay: Overlay, name: string) {
  const found = [...overlay.rows('task')].find((row) => row.name === name);
  if (!found) throw new Error(`There is no task ${name}.`);
  return found;
}

test('[I6] an import is taken back whole, and what was there before stays', () => {
  const overlay = overlayOver(emptyRows());
  run(overlay, [
    {
      name: 'collection.add',
      args: { id: sampleId('collection', 1), name: 'Mine', color: '#FFCC33', at: 1 },
    },
  ]);
  const entries = imported(overlay);
  expect(namesIn(overlay)).toEqual(
    expect.arrayContaining(['Flat', 'Later', 'home', 'Rent', 'Call the bank', 'Fix the tap']),
  );

  const { kept, operations } = takeBack(overlay, entries);

  expect(kept).toEqual([]);
  expect(namesIn(overlay)).toEqual(['Mine']);
  // The tasks and the section go with their collection.
  expect(operations.map(({ name }) => name)).toEqual(['collection.delete', 'label.delete']);
});

test('[I6] a task that was changed since stays, with its collection, its section and its label', () => {
  const overlay = overlayOver(emptyRows());
  const entries = imported(overlay);
  const { id } = taskOf(overlay, 'Rent');
  run(overlay, [{ name: 'task.edit', args: { id, changes: { priority: 2 }, at: 50 } }]);

  const { kept } = takeBack(overlay, entries);

  expect(kept).toEqual([
    ['Rent', 'changed'],
    ['Flat', 'used'],
    ['Later', 'used'],
    ['home', 'used'],
  ]);
  expect(namesIn(overlay)).toEqual(['Flat', 'Later', 'home', 'Rent']);
});

test('[I6] what a task of the user stands in stays, and the other rows go', () => {
  const overlay = overlayOver(emptyRows());
  const entries = imported(overlay);
  const parent = taskOf(overlay, 'Fix the tap');
  const args = { name: 'Buy a seal', description: '', date: null, collectionId: parent.collectionId, at: 60 };
  run(overlay, [
    { name: 'task.add', args: { id: sampleId('task', 1), ...args, parentId: parent.id } },
  ] as Operation[]);

  const { kept } = takeBack(overlay, entries);

  expect(kept.map(([name]) => name)).toEqual(['Flat', 'Fix the tap', 'Later', 'home']);
  expect(namesIn(overlay)).toEqual(['Flat', 'Later', 'home', 'Fix the tap', 'Buy a seal']);
});

test('[I6] completed tasks go too, a setting gets its former value, and a second time changes nothing', () => {
  const rows = emptyRows();
  takeIn(rows, { setting: [{ id: 'theme', value: 'dark', updatedAt: 1, deletedAt: null }] });
  const overlay = overlayOver(rows);
  const file = {
    collections: [{ id: 'h', name: 'Home', color: '#FFCC33' }],
    tasks: [],
    completedTasks: [
      { id: 'd', name: 'Done', description: '', date: null, collectionId: 'h', completedAt: 5 },
    ],
    settings: [{ id: 'theme', value: 'light' }],
  };
  const entries = imported(overlay, JSON.stringify(file), 'sunglow.json');
  expect(overlay.get('setting', 'theme')?.value).toBe('light');

  takeBack(overlay, entries);

  expect(overlay.get('setting', 'theme')?.value).toBe('dark');
  expect(namesIn(overlay)).toEqual(['undefined']);
  expect(takeBackImport(importedRowsIn(entries), nowOf(overlay), 9_001)).toEqual({
    operations: [],
    kept: [],
  });
});
