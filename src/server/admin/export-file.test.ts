import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { HistoryEntry } from '#src/reading/history/history.ts';
import type { AppDatabase } from '#src/server/db/database.ts';
import { RemindingServer } from '#src/server/reminders/testing/reminded-user.ts';
import { describeEachEngine } from '#src/server/testing/databases/engines.ts';
import { parseCommand } from './command-line.ts';
import { exportFile } from './export-file.ts';
import type { ExportCommand } from './export-options.ts';
import { importFile } from './import-file.ts';
import type { ImportCommand } from './import-options.ts';

const TABLE = [
  'Name,Collection,Section,Date,Priority,Labels,Completed at,Description',
  'Rent,Home,,2031-02-01,1,bank,,"=1+1, ""ä"""',
  'Walk,Home,Garden,,4,,,',
  'Mail,Work,,,4,,2026-01-05T10:00:00Z,',
].join('\n');

describeEachEngine('npm run admin -- export', (engine) => {
  let folder: string;
  let database: AppDatabase;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'export-'));
    database = await engine.open();
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  /** A new account with these tasks. */
  async function account(table: string) {
    const { id } = await new RemindingServer(database, { now: Date.now() }).user();
    const email = `${id}@example.com`;
    const add = async (name: string, content: string) => {
      writeFileSync(join(folder, name), content);
      const command = parseCommand(['import', email, join(folder, name)]) as ImportCommand;
      await importFile(command, database, () => {});
    };
    if (table !== '') await add('Tasks.csv', table);
    const run = async (...options: readonly string[]) => {
      const texts: string[] = [];
      const command = parseCommand(['export', email, ...options]) as ExportCommand;
      await exportFile(command, database, (text) => texts.push(`${text}\n`));
      return texts.join('');
    };
    return { run, add };
  }

  test('[X1] the JSON of an account fills another one with the same data', async () => {
    const [user, other] = [await account(TABLE), await account('')];
    const json = await user.run();
    await other.add('sunglow.json', json);
    const names = (text: string) =>
      Object.entries(JSON.parse(text) as Record<string, { name?: string }[]>).map(([list, rows]) => [
        list,
        rows.map(({ name }) => name),
      ]);
    expect(names(await other.run())).toEqual(names(json));
  });

  test('[H3] the JSON has the history if it is asked for, and an import ignores it', async () => {
    const [user, other] = [await account(TABLE), await account('')];
    expect(JSON.parse(await user.run())).not.toHaveProperty('history');

    const json = await user.run('--history');
    const { tasks, history } = JSON.parse(json) as {
      tasks: readonly unknown[];
      history: readonly HistoryEntry[];
    };
    expect(tasks).toHaveLength(2);
    expect(history.map(({ operation }) => operation)).toContain('collection.add');
    expect(history.flatMap(({ rows }) => rows.map(({ after }) => after.name))).toContain('Rent');
    expect(new Set(history.map(({ source }) => source))).toEqual(new Set(['Import']));

    await other.add('with-history.json', json);
    expect(JSON.parse(await other.run())).toMatchObject({ tasks: [{ name: 'Rent' }, { name: 'Walk' }] });
    expect(() => parseCommand(['export', 'a@example.com', '--format', 'csv', '--history'])).toThrow(
      '--history goes with the JSON alone.',
    );
  });

  test('[X1] [X2] CSV, iCalendar, todo.txt and Markdown have all tasks, also completed ones', async () => {
    const user = await account(TABLE);
    const csv = await user.run('--format', 'csv');
    expect(csv).toContain(`"'=1+1, ""ä"""`);
    for (const format of ['csv', 'ics', 'todo.txt', 'markdown']) {
      const text = await user.run('--format', format);
      for (const name of ['Rent', 'Walk', 'Mail']) expect(text).toContain(name);
    }
    const again = await account('');
    await again.add('Again.csv', csv);
    const withoutIds = (text: string) => text.replaceAll(/^[0-9a-f-]{36},/gm, '');
    expect(withoutIds(await again.run('--format', 'csv'))).toBe(withoutIds(csv));
  });

  test('[X1] a query chooses the tasks, and a wrong one says what is wrong', async () => {
    const user = await account(TABLE);
    const text = await user.run('--format', 'markdown', '--query', 'p1 & #Home');
    expect(text).toContain('Rent');
    expect(text).not.toContain('Walk');
    await expect(user.run('--format', 'csv', '--query', '#Hoem')).rejects.toThrow('There is no collection');
  });

  test('[X1] the command line refuses other formats, a query of the JSON, and its options elsewhere', () => {
    expect(() => parseCommand(['export', 'a@b.c', '--format', 'pdf'])).toThrow(
      '--format is one of json, csv',
    );
    expect(() => parseCommand(['export', 'a@b.c', '--query', 'p1'])).toThrow('--query goes with');
    expect(() => parseCommand(['users', '--format', 'csv'])).toThrow('--format goes with export alone.');
    expect(() => parseCommand(['export'])).toThrow('Whose account?');
  });
});
