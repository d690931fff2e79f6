import { localTimeAt } from '#src/domain/repeat/local-time.ts';
import { minutesOf, parseTimeOfDay, timeOfMinutes } from '#src/domain/time/time-of-day.ts';
import { spaceOf } from '#src/domain/space.ts';
import { exportOf } from '#src/file/export.ts';
import type { AllRows } from '#src/file/rows-there.ts';
import { WRITERS } from '#src/file/writers/write-file.ts';
import { writtenTasks } from '#src/file/writers/written-tasks.ts';
import { compileQuery, inList } from '#src/reading/query/predicate.ts';
import { readQueryDays } from '#src/reading/query/query-day.ts';
import { readQuery } from '#src/reading/query/read.ts';
import type { AppDatabase } from '#src/server/db/database.ts';
import { readOpenSetting, settingOf } from '#src/tables/setting/setting.ts';
import type { PlacedTask } from '#src/tables/task/task.ts';
import type { Weekday } from '#src/domain/repeat/rule.ts';
import { findUser } from './account-commands.ts';
import { CommandFailed } from './command-failed.ts';
import type { ExportCommand } from './export-options.ts';
import { WEEKDAYS } from './import-options.ts';
import { SpaceRows } from './space-rows.ts';

/** Prints the data of an account, or its tasks in another format. Changes nothing. */
export async function exportFile(
  command: ExportCommand,
  database: AppDatabase,
  print: (text: string) => void,
): Promise<void> {
  const { id: userId } = await findUser(command.who, database);
  const rows = await database.snapshot((tx) => SpaceRows.read(tx, spaceOf(userId)));
  const days = daysOf(rows);
  const all = rows.all(userId, days.now.date);
  const file = exportOf(all);
  const text =
    command.format === 'json'
      ? JSON.stringify(file, null, 2)
      : WRITERS[command.format](writtenTasks(file, chosenBy(command.query, all, days)));
  // The output ends its lines itself.
  print(text.replace(/\n$/, ''));
}

/** Says which tasks a query has. Throws CommandFailed for a query that is wrong. */
function chosenBy(query: string | null, { get, lists, rows }: AllRows, days: ReturnType<typeof daysOf>) {
  if (query === null) return undefined;
  const live = <T extends 'collection' | 'section' | 'label'>(table: T) =>
    [...rows(table)].filter((row) => row.deletedAt === null);
  const context = {
    today: days.now.date,
    readDays: (text: string) => readQueryDays(text, days),
    collections: lists.collections.all(),
    sections: live('section'),
    labels: live('label'),
  };
  const read = readQuery(query, context);
  if ('problem' in read) throw new CommandFailed(read.problem.message);
  const holds = inList(read.query, compileQuery(read.query, context).holds);
  return ({ id = '' }: { readonly id?: string }) => {
    const task: PlacedTask | undefined = lists.task(id) ?? get('task', id);
    return task !== undefined && holds(task);
  };
}

/** The facts that give days their meaning for the account now. */
function daysOf(rows: SpaceRows) {
  const zone = readOpenSetting('zone', rows.get('setting', 'zone')?.value) ?? 'UTC';
  const order = settingOf('numericOrder', rows.get('setting', 'numericOrder'));
  const weekStart = WEEKDAYS.indexOf(settingOf('weekStart', rows.get('setting', 'weekStart')));
  const local = localTimeAt(Date.now(), zone) ?? localTimeAt(Date.now(), 'UTC');
  if (!local) throw new CommandFailed('This server does not know UTC.');
  return {
    now: { date: local.date, minute: minutesOf(parseTimeOfDay(local.time) ?? timeOfMinutes(0)) },
    zone,
    order: order === 'locale' ? ('dmy' as const) : order,
    weekStart: Math.max(0, weekStart) as Weekday,
    language: 'en' as const,
  };
}
