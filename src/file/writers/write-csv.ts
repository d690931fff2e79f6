import { guarded, OWN_COLUMNS } from '#src/file/source/own-csv.ts';
import type { WrittenTask } from './written-tasks.ts';

/**
 * A table of the tasks that a spreadsheet opens without running a value as a formula, and that the import reads back.
 * The mark at its beginning tells Excel that it is UTF-8.
 */
export function writeCsv(tasks: readonly WrittenTask[]): string {
  const lines = [OWN_COLUMNS, ...tasks.map(cellsOf)].map((cells) => cells.map(quoted).join(','));
  return `\uFEFF${lines.join('\r\n')}\r\n`;
}

function cellsOf(task: WrittenTask): readonly string[] {
  const done = task.completedAt === null ? 'yes' : instant(task.completedAt);
  return [
    task.id,
    task.name,
    task.description,
    task.collection,
    task.section ?? '',
    task.parentId ?? '',
    task.date ?? '',
    task.time ?? '',
    task.zone ?? '',
    task.duration === null ? '' : `${task.duration} min`,
    task.deadline ?? '',
    String(task.priority),
    task.labels.map((label) => label.replaceAll(/[\\,;]/g, String.raw`\$&`)).join(', '),
    task.repeat ?? '',
    task.repeat === null ? '' : task.repeatFrom,
    instant(task.createdAt),
    task.isDone ? done : '',
  ].map(guarded);
}

function quoted(cell: string): string {
  return /[",;\t\r\n|]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

function instant(at: number): string {
  return new Date(at).toISOString();
}
