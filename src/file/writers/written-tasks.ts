import { idsIn } from '#src/domain/id-set.ts';
import type { DataFile, FileTask } from '#src/file/data-file.ts';

/** A task with the names that a format writes, and its place among the others. */
export interface WrittenTask {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly collection: string;
  readonly section: string | null;
  /** Only a task that is written too. */
  readonly parentId: string | null;
  /** 0 for a task without a written parent. */
  readonly level: number;
  readonly date: string | null;
  readonly time: string | null;
  readonly zone: string | null;
  readonly duration: number | null;
  readonly deadline: string | null;
  readonly priority: number;
  readonly labels: readonly string[];
  readonly repeat: string | null;
  readonly repeatFrom: 'date' | 'completion';
  readonly reminders: readonly WrittenReminder[];
  readonly createdAt: number;
  readonly isDone: boolean;
  readonly completedAt: number | null;
}

export type WrittenReminder = { readonly minutesBefore: number } | { readonly remindAt: number };

/** The tasks of a data file that `isChosen` accepts, each after its parent: the reading that all formats write. */
export function writtenTasks(
  file: DataFile,
  isChosen: (task: FileTask, isDone: boolean) => boolean = () => true,
): readonly WrittenTask[] {
  const labels = namesOf(file.labels);
  const sections = namesOf(file.sections);
  const reminders = Map.groupBy(file.reminders, ({ taskId }) => taskId ?? '');
  const all = [
    ...file.tasks.map((task) => ({ task, isDone: false })),
    ...file.completedTasks.map((task) => ({ task, isDone: true })),
  ].filter(({ task, isDone }) => isChosen(task, isDone));
  const here = new Set(all.map(({ task }) => task.id));
  const below = Map.groupBy(all, ({ task: { parentId } }) =>
    parentId !== undefined && parentId !== null && here.has(parentId) ? parentId : null,
  );
  return under(null, 0);

  function under(parentId: string | null, level: number): WrittenTask[] {
    return (below.get(parentId) ?? []).flatMap(({ task, isDone }) => {
      const id = task.id ?? '';
      return [written(task, id, isDone, parentId, level), ...under(id, level + 1)];
    });
  }

  function written(
    task: FileTask,
    id: string,
    isDone: boolean,
    parentId: string | null,
    level: number,
  ): WrittenTask {
    return {
      id,
      name: task.name ?? '',
      description: task.description ?? '',
      collection: task.collection,
      section: sections.get(task.sectionId ?? '') ?? null,
      parentId,
      level,
      date: task.date ?? null,
      time: task.time ?? null,
      zone: task.zone ?? null,
      duration: task.duration ?? null,
      deadline: task.deadline ?? null,
      priority: task.priority ?? 4,
      labels: idsIn(task.labels ?? '').flatMap((label) => labels.get(label) ?? []),
      repeat: task.repeat ?? null,
      repeatFrom: task.repeatFrom === 'completion' ? 'completion' : 'date',
      reminders: (reminders.get(id) ?? []).flatMap(({ minutesBefore, remindAt }): WrittenReminder[] =>
        typeof minutesBefore === 'number'
          ? [{ minutesBefore }]
          : typeof remindAt === 'number'
            ? [{ remindAt }]
            : [],
      ),
      createdAt: task.createdAt ?? 0,
      isDone,
      completedAt: task.completedAt ?? null,
    };
  }
}

function namesOf(
  rows: readonly { readonly id?: string; readonly name?: string }[],
): ReadonlyMap<string, string> {
  return new Map(rows.map(({ id = '', name = '' }) => [id, name]));
}
