import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DescribedPlan } from '#src/file/describe-plan.ts';
import { spaceOf } from '#src/domain/space.ts';
import type { AppDatabase } from '#src/server/db/database.ts';
import { RemindingServer } from '#src/server/reminders/testing/reminded-user.ts';
import { describeEachEngine } from '#src/server/testing/databases/engines.ts';
import { importFile } from './import-file.ts';
import { parseCommand } from './command-line.ts';
import type { ImportCommand } from './import-options.ts';

const FACTS = ['--zone', 'Europe/Paris', '--now', '2026-11-26T09:00', '--order', 'dmy'];

describeEachEngine('npm run admin -- import', (engine) => {
  let folder: string;
  let database: AppDatabase;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'import-'));
    database = await engine.open();
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  /** A new account. */
  async function account() {
    const { id } = await new RemindingServer(database, { now: Date.now() }).user();
    const count = (table: 'task' | 'reminder' | 'alarm' | 'collection') =>
      database.db.selectFrom(table).select('id').where('space_id', '=', spaceOf(id)).execute();
    const run = async (file: string, ...options: readonly string[]) => {
      const lines: string[] = [];
      const command = parseCommand(['import', `${id}@example.com`, file, ...options]) as ImportCommand;
      await importFile(command, database, (line) => lines.push(line));
      return lines.join('\n');
    };
    return {
      spaceId: spaceOf(id),
      run,
      count: async (table: Parameters<typeof count>[0]) => (await count(table)).length,
    };
  }

  function write(name: string, content: string): string {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  }

  const ROWS = 'task,Rent @home,2,1,every last day,en\ntask,\u001B[31mRed,4,2,,\ntask,,4,1,,\n';
  const csv = () => write('Flat.csv', `TYPE,CONTENT,PRIORITY,INDENT,DATE,DATE_LANG\n${ROWS}`);

  test('[I2] a dry run prints the plan, with rows and reasons, and writes nothing', async () => {
    const user = await account();
    const plan = JSON.parse(await user.run(csv(), '--dry-run', '--json', ...FACTS)) as DescribedPlan;
    expect(plan).toMatchObject({
      format: 'todoist-csv',
      counts: { collections: 1, labels: 1, tasks: 2 },
      tasks: [
        { name: 'Rent', date: '2026-11-30', repeat: 'FREQ=MONTHLY;BYMONTHDAY=-1', labels: ['home'] },
        { parent: 'Rent' },
      ],
      refused: [{ where: 'row 4', reason: 'NO_NAME', what: 'It has no name.' }],
      told: [{ where: '', reason: 'NO_COMPLETED_TASKS' }],
    });
    expect(await user.count('collection')).toBe(0);
  });

  test('[I5] an import adds the rows once, and prints no command of the file to the terminal', async () => {
    const user = await account();
    const out = await user.run(csv(), ...FACTS, '--week-start', 'sunday');
    expect(out.split('\n')).toEqual([
      'Format: todoist-csv',
      '  1 collections',
      '  1 labels',
      '  2 tasks',
      'Refused: 1',
      '  row 4: It has no name.',
      'Changed or lost: 1',
      '  The file has no completed tasks: the other app does not write them.',
      'The file is imported.',
    ]);
    const rows = [await user.count('collection'), await user.count('task')];
    expect(await user.run(csv(), ...FACTS)).toContain('There was nothing to add.');
    expect([await user.count('collection'), await user.count('task'), ...rows]).toEqual([1, 2, 1, 2]);
    const odd = write('\u001B[2J.csv', 'Name,Notes,Extra\n\u001B[31mRed,,\u0007x\n');
    expect(await user.run(odd)).not.toMatch(/[^\P{Cc}\n]/u);
  });

  test('[I7] a file of more tasks than a device pushes at once is written whole', async () => {
    const user = await account();
    const rows = Array.from({ length: 1_200 }, (_, i) => `task,T${i},4,${(i % 3) + 1}`);
    const file = write('Many.csv', `TYPE,CONTENT,PRIORITY,INDENT\n${rows.join('\n')}\n`);
    expect(await user.run(file)).toContain('The file is imported.');
    expect(await user.count('task')).toBe(1_200);
  });

  test('[I6] an import is told from the next one in the history', async () => {
    const user = await account();
    await user.run(csv(), ...FACTS);
    await user.run(write('Other.csv', `TYPE,CONTENT,PRIORITY,INDENT,DATE,DATE_LANG\n${ROWS}`), ...FACTS);

    const rows = await database.db
      .selectFrom('history')
      .select(['import_id', ({ fn }) => fn.countAll<number>().as('entries')])
      .where('space_id', '=', user.spaceId)
      .groupBy('import_id')
      .execute();
    expect(rows.filter(({ import_id }) => import_id !== null)).toHaveLength(2);
  });

  test('reminders of an import have alarms', async () => {
    const user = await account();
    const soon = new Date(Date.now() + 86_400_000).toISOString().slice(0, 19);
    const file = {
      projects: [{ id: 'p', name: 'P' }],
      items: [
        { id: 'i', project_id: 'p', content: 'Call', due: { date: `${soon}Z`, timezone: 'Asia/Tokyo' } },
      ],
      reminders: [{ id: 'r', item_id: 'i', type: 'relative', minute_offset: 30 }],
    };
    await user.run(write('sync.json', JSON.stringify(file)));
    expect([await user.count('reminder'), await user.count('alarm')]).toEqual([1, 1]);
  });

  test('[I8] of a file with more than there is room for, nothing is written', async () => {
    const user = await account();
    const filters = Array.from({ length: 201 }, (_, i) => ({ id: `f${i}`, name: `F${i}`, query: 'today' }));
    const file = write(
      'many.json',
      JSON.stringify({ projects: [{ id: 'p', name: 'P' }], items: [], filters }),
    );
    await expect(user.run(file)).rejects.toThrow(
      'The account has no room for 1 of the entries. Nothing was written.',
    );
    const plan = JSON.parse(await user.run(file, '--dry-run', '--json')) as DescribedPlan;
    expect(plan).toMatchObject({ tooMany: 1, counts: { collections: 1, filters: 200 } });
    expect(await user.count('collection')).toBe(0);
  });

  test('[I8] a file without room for its texts is rejected before anything is written', async () => {
    const user = await account();
    const rows = Array.from({ length: 30 }, (_, i) => `task,T${i},${'n'.repeat(16_000)},4,1`);
    const file = write('Big.csv', `TYPE,CONTENT,DESCRIPTION,PRIORITY,INDENT\n${rows.join('\n')}\n`);
    await user.run(csv(), ...FACTS);
    await database.db
      .updateTable('space')
      .set({ stored_bytes: 256 * 1_048_576 - 100_000 })
      .execute();
    await expect(user.run(file)).rejects.toThrow('Nothing was written.');
    expect(await user.count('task')).toBe(2);
  });

  test('[I1] an unknown, a missing and a too large file are rejected with the reason', async () => {
    const user = await account();
    await expect(user.run(write('letter.txt', 'Dear Ann,\n'))).rejects.toThrow(
      'Sunglow cannot read this file',
    );
    await expect(user.run(join(folder, 'missing.csv'))).rejects.toThrow(/missing\.csv cannot be read\.$/);
    const large = write('large.csv', 'Name\n');
    truncateSync(large, 100 * 1_048_576 + 1);
    await expect(user.run(large)).rejects.toThrow('The file is larger than 100 MB.');
  });
});
