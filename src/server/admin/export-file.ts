import { spaceOf } from '#src/domain/space.ts';
import type { AppDatabase } from '#src/server/db/database.ts';
import { exportedText } from '#src/server/rows/exported-text.ts';
import { findUser } from './account-commands.ts';
import { CommandFailed } from './command-failed.ts';
import type { ExportCommand } from './export-options.ts';

/** Prints the data of an account, or its tasks in another format. Throws CommandFailed for a query that is wrong. */
export async function exportFile(
  { who, format, query, hasHistory }: ExportCommand,
  database: AppDatabase,
  print: (text: string) => void,
): Promise<void> {
  const { id: userId } = await findUser(who, database);
  const spaceId = spaceOf(userId);
  const exported = await exportedText(database, {
    spaceId,
    userId,
    format,
    query,
    hasHistory,
    now: Date.now(),
  });
  if ('problem' in exported) throw new CommandFailed(exported.problem);
  // The output ends its lines itself.
  print(exported.text.replace(/\n$/, ''));
}
