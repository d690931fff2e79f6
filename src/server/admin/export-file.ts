import type { DayContext } from '#src/domain/quick-add/types.ts';
import { spaceOf } from '#src/domain/space.ts';
import { exportOf } from '#src/file/export.ts';
import type { AllRows } from '#src/file/rows-there.ts';
import { WRITERS } from '#src/file/writers/write-file.ts';
import { writtenTasks } from '#src/file/writers/written-tasks.ts';
import type { AppDatabase } from '#src/server/db/database.ts';
import { findUser } from './account-commands.ts';
import { CommandFailed } from './command-failed.ts';
import type { ExportCommand } from './export-options.ts';
import { tasksOf } from '#src/server/rows/asked-tasks.ts';
import { userDays } from '#src/server/rows/user-days.ts';
import { SpaceRows } from '#src/server/rows/space-rows.ts';

/** Prints the data of an account, or its tasks in another format. Changes nothing. */
export async function exportFile(
  command: ExportCommand,
  database: AppDatabase,
  print: (text: string) => void,
): Promise<void> {
  const { id: userId } = await findUser(command.who, database);
  const rows = await database.snapshot((tx) => SpaceRows.read(tx, spaceOf(userId)));
  const days = userDays((id) => rows.get('setting', id), Date.now());
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
function chosenBy(query: string | null, all: AllRows, days: DayContext) {
  if (query === null) return undefined;
  const asked = tasksOf(query, all, days);
  if ('problem' in asked) throw new CommandFailed(asked.problem);
  return ({ id = '' }: { readonly id?: string }) => asked.has(id);
}
