import type { DayContext } from '#src/domain/quick-add/types.ts';
import type { SpaceId } from '#src/domain/space.ts';
import { exportOf, exportText } from '#src/file/export.ts';
import type { AllRows } from '#src/file/rows-there.ts';
import { WRITERS, type WrittenFormat } from '#src/file/writers/write-file.ts';
import { writtenTasks } from '#src/file/writers/written-tasks.ts';
import type { AppDatabase } from '#src/server/db/database.ts';
import { readWholeHistory } from '#src/server/history/read-history.ts';
import { tasksOf } from './asked-tasks.ts';
import { SpaceRows } from './space-rows.ts';
import { userDays } from './user-days.ts';

export const EXPORT_FORMATS = ['json', ...(Object.keys(WRITERS) as WrittenFormat[])] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/**
 * Rows to export. `query`: the tasks that a filter with this query has; null for all. JSON holds all data, and with
 * `hasHistory` also the history.
 */
export interface Wanted {
  readonly spaceId: SpaceId;
  readonly userId: string;
  readonly format: ExportFormat;
  readonly query: string | null;
  readonly hasHistory?: boolean;
  /** Ms since 1970 UTC. */
  readonly now: number;
}

/** The text of an export, or the problem with its query. */
export type Exported = { readonly text: string } | { readonly problem: string };

export async function exportedText(
  database: AppDatabase,
  { spaceId, userId, format, query, hasHistory = false, now }: Wanted,
): Promise<Exported> {
  const { rows, history } = await database.snapshot(async (tx) => ({
    rows: await SpaceRows.read(tx, spaceId),
    history: hasHistory ? await readWholeHistory(tx, spaceId) : undefined,
  }));
  const days = userDays((id) => rows.get('setting', id), now);
  const all = rows.all(userId, days.now.date);
  const chosen = query === null ? null : chosenBy(query, all, days);
  if (chosen && 'problem' in chosen) return chosen;
  const file = exportOf(all);
  if (format === 'json') return { text: `${exportText(file, history)}\n` };
  return { text: WRITERS[format](writtenTasks(file, chosen?.has)) };
}

function chosenBy(query: string, all: AllRows, days: DayContext) {
  const asked = tasksOf(query, all, days);
  if ('problem' in asked) return asked;
  return { has: ({ id = '' }: { readonly id?: string }) => asked.has(id) };
}
