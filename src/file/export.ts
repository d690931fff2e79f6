import { idsIn, idSetOf } from '#src/domain/id-set.ts';
import type { Rows, TableName } from '#src/tables/tables.ts';
import { exportedOf } from '#src/tables/filed.ts';
import type { HistoryEntry } from '#src/reading/history/history.ts';
import { isThere, type FindRow } from '#src/tables/kit/row.ts';
import { placedTask, type Task } from '#src/tables/task/task.ts';
import { ofLists, tableOf, type DataFile, type FileListName, type FileTask } from './data-file.ts';
import { activeTasks, completedTasks, rowsThere, type AllRows } from './rows-there.ts';

/** All data of the user. References to missing rows are omitted. */
export function exportOf(source: AllRows): DataFile {
  const find: FindRow = (table, id) => source.get(table, id);
  const lists: Record<FileListName, readonly object[]> = ofLists((list) => {
    if (list === 'tasks') return activeTasks(source).map((task) => fileTask(task, find));
    if (list === 'completedTasks') return completedTasks(source).map((task) => fileTask(task, find));
    const table = tableOf(list);
    return rowsThere(source, table).map((row) => fileRow(table, row, find));
  });
  return lists as unknown as DataFile;
}

/** The text of an export, with the history if it is asked for (rule H3). An import does not read the history. */
export function exportText(file: DataFile, history?: readonly HistoryEntry[]): string {
  return JSON.stringify({ ...file, history }, null, 2);
}

function fileRow<T extends TableName>(table: T, row: Rows[T], find: FindRow): Partial<Rows[T]> {
  if (table !== 'collection') return exportedOf(table, row);
  const { parentId } = row as Rows['collection'];
  return exportedOf(table, { ...row, parentId: isHere('collection', parentId, find) ? parentId : null });
}

function fileTask(task: Task, find: FindRow): FileTask {
  const placed = placedTask(task, find);
  const section = isHere('section', placed.sectionId, find)
    ? find('section', placed.sectionId ?? '')
    : undefined;
  const sectionId = section?.['collectionId'] === placed.collectionId ? placed.sectionId : null;
  const labels = idSetOf(idsIn(placed.labels).filter((id) => isHere('label', id, find)));
  const seriesId = isHere('task', placed.seriesId, find) ? placed.seriesId : null;
  const { name = '', color = '' } = (find('collection', placed.collectionId) ?? {}) as Partial<
    Rows['collection']
  >;
  return { ...exportedOf('task', { ...placed, sectionId, seriesId, labels }), collection: name, color };
}

function isHere(table: TableName, id: string | null, find: FindRow): boolean {
  const row = id === null ? undefined : find(table, id);
  return row !== undefined && isThere(table, row, find);
}
