import { calendarDayAt } from '#src/domain/time/calendar-day.ts';
import { exportOf, exportText } from '#src/file/export.ts';
import type { HistoryEntry } from '#src/reading/history/history.ts';
import type { Replica } from '#src/sync/client/replica.ts';
import { saveFile } from './save-file.ts';

/** Saves all data of the user as a file, with the history if it is given. */
export function saveExport(replica: Replica, history?: readonly HistoryEntry[]): void {
  const name = `sunglow-${calendarDayAt(Date.now())}.json`;
  saveFile(name, exportText(exportOf(replica), history), 'application/json');
}
