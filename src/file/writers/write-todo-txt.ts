import { parseRule } from '#src/domain/repeat/rule.ts';
import type { WrittenTask } from './written-tasks.ts';

const LETTERS: readonly (string | undefined)[] = ['A', 'B', 'C'];

/**
 * A task a line. The format has no notes, times, lengths, reminders and sections. Words that it would take for a project, a
 * label or a key are written as they are.
 */
export function writeTodoTxt(tasks: readonly WrittenTask[]): string {
  const parents = new Set(tasks.flatMap(({ parentId }) => parentId ?? []));
  const numbers = new Map([...parents].map((id, i) => [id, i + 1]));
  return tasks.map((task) => `${lineOf(task, numbers)}\n`).join('');
}

function lineOf(task: WrittenTask, numbers: ReadonlyMap<string, number>): string {
  const letter = LETTERS[task.priority - 1];
  const date = task.date ?? task.deadline;
  const hasDeadline = task.date !== null && task.deadline !== null && task.deadline !== task.date;
  const number = numbers.get(task.id);
  const parent = numbers.get(task.parentId ?? '');
  const keys = [
    task.isDone && letter !== undefined ? `pri:${letter}` : '',
    hasDeadline ? `t:${task.date} due:${task.deadline}` : date === null ? '' : `due:${date}`,
    date === null ? '' : recOf(task),
    number === undefined ? '' : `id:${number}`,
    parent === undefined ? '' : `p:${parent}`,
  ];
  const created = dayOf(task.createdAt);
  const start = task.isDone
    ? ['x', dayOf(task.completedAt ?? task.createdAt), created]
    : [letter === undefined ? '' : `(${letter})`, created];
  const names = [`+${word(task.collection)}`, ...task.labels.map((label) => `@${word(label)}`)];
  return [...start, task.name, ...names, ...keys].filter((part) => part !== '').join(' ');
}

/** `+2w` for a plain rule; '' for one that the format cannot say. */
function recOf({ repeat, repeatFrom }: WrittenTask): string {
  const [, freq, interval = '1'] =
    /^FREQ=(DAILY|WEEKLY|MONTHLY|YEARLY)(?:;INTERVAL=(\d+))?$/.exec(repeat ?? '') ?? [];
  if (freq === undefined || parseRule(repeat ?? '').kind !== 'rule') return '';
  return `rec:${repeatFrom === 'date' ? '+' : ''}${interval}${freq.charAt(0).toLowerCase()}`;
}

function word(name: string): string {
  return name.replaceAll(/\s+/g, '_');
}

function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
