import type { RejectionCode } from '#src/domain/errors.ts';
import { byTable, TABLE_NAMES, type AnyRow, type Rows, type TableName } from '#src/tables/tables.ts';
import type { PlacedTask } from '#src/tables/task/task.ts';
import type { PlainName } from './plain-tables.ts';

type Section = Rows['section'];
type Task = Rows['task'];

type RowMaps = { readonly [T in TableName]: Map<string, Rows[T]> };

/** A map of rows for each table. */
const MapsOfRows = function (this: object) {
  Object.assign(
    this,
    byTable(() => new Map()),
  );
} as unknown as new () => RowMaps;

/** The rows of a model, with the rules about them: which rows are there, where they belong, and which names are taken. */
export class ModelRows extends MapsOfRows {
  /**
   * True if the user has the task: a sub-task exists while its parent does, and an active task while its
   * collection does. A completed top-level task exists without its collection.
   */
  isThere({ collectionId, parentId, completedAt, deletedAt }: Task): boolean {
    if (deletedAt !== null) return false;
    if (parentId !== null) {
      const parent = this.task.get(parentId);
      return parent !== undefined && this.isThere(parent);
    }
    return completedAt !== null || this.collection.get(collectionId)?.deletedAt === null;
  }

  /** The existing tasks. */
  get liveTasks(): Task[] {
    return [...this.task.values()].filter((task) => this.isThere(task));
  }

  /** The number of rows that count against the limit of each table. */
  get counts(): Record<TableName, number> {
    const isKept = ({ deletedAt }: { readonly deletedAt: number | null }) => deletedAt === null;
    return {
      ...byTable((table) => [...this[table].values()].filter(isKept).length),
      section: [...this.section.values()].filter((section) => this.isSectionThere(section)).length,
      task: [...this.task.values()].filter((task) =>
        task.parentId === null ? this.isThere(task) : isKept(task),
      ).length,
    };
  }

  /** True if the existing collection or one of its existing ancestors is archived. */
  protected isArchived(id: string | null): boolean {
    const collection = this.collection.get(id ?? '');
    if (collection?.deletedAt !== null) return false;
    return collection.archivedAt !== null || this.isArchived(collection.parentId);
  }

  /**
   * A task with the collection and section of its topmost ancestor, and flags for a completed ancestor and an
   * archived collection.
   */
  placed(task: Task): PlacedTask {
    const placed = this.placedInTree(task);
    return { ...placed, isArchived: this.isArchived(placed.collectionId) };
  }

  protected placedInTree(task: Task): PlacedTask {
    const above = this.above(task);
    const top = above.at(-1);
    if (!top) return task;
    const completedAt = this.isDone(task) ? task.completedAt : null;
    const isBelowCompleted = above.some((each) => this.isDone(each));
    return {
      ...task,
      completedAt,
      collectionId: top.collectionId,
      sectionId: top.sectionId,
      isBelowCompleted,
    };
  }

  protected row(id: string): AnyRow | undefined {
    return this.deletable.find((table) => table.has(id))?.get(id);
  }

  /** The tables whose rows can be deleted. */
  protected get deletable(): readonly Map<string, AnyRow>[] {
    return TABLE_NAMES.filter((table) => table !== 'setting').map(
      (table) => this[table] as Map<string, AnyRow>,
    );
  }

  /** The tasks, sections and reminders that the row owns, deleted or not. */
  protected naming(id: string): AnyRow[] {
    return [
      ...[...this.task.values()].filter(
        ({ collectionId, parentId }) => collectionId === id || parentId === id,
      ),
      ...[...this.section.values()].filter(({ collectionId }) => collectionId === id),
      ...[...this.reminder.values()].filter(({ taskId }) => taskId === id),
    ];
  }

  /** True while the row, deleted or not, still has its texts and is not purged. */
  protected isKept(table: 'collection' | 'section' | 'task' | 'proposal' | PlainName, id: string): boolean {
    if (table === 'collection' && (this.collection.get(id)?.purgedAt ?? null) !== null) return false;
    const row: AnyRow | undefined = this[table].get(id);
    return (row?.['name'] ?? '') !== '';
  }

  /** True if the task, or the row that it was deleted with, cannot be restored. */
  protected isGoneWithOthers(task: Task): boolean {
    if (!this.isKept('task', task.id)) return true;
    if (task.deletedAt !== null) return false;
    const parent = this.task.get(task.parentId ?? '');
    if (task.parentId !== null) return parent !== undefined && this.isGoneWithOthers(parent);
    const isKnown = task.completedAt === null && this.collection.has(task.collectionId);
    return isKnown && !this.isKept('collection', task.collectionId);
  }

  protected isTaken(
    table: 'collection' | 'section' | PlainName,
    name: string,
    id: string,
    within?: string,
  ): boolean {
    return [...this[table].values()].some(
      (row) =>
        row.deletedAt === null &&
        row.name === name &&
        row.id !== id &&
        (!('collectionId' in row) || row.collectionId === within),
    );
  }

  protected isSectionThere({ deletedAt, collectionId }: Section): boolean {
    return deletedAt === null && this.collection.get(collectionId)?.deletedAt === null;
  }

  /** The ancestors of a task, its parent first. */
  protected above(task: Task): Task[] {
    const parent = this.task.get(task.parentId ?? '');
    return parent ? [parent, ...this.above(parent)] : [];
  }

  /** The collection for a sub-task of this parent. */
  protected homeBelow(parentId: string | null): string | undefined {
    const parent = this.task.get(parentId ?? '');
    return parent && this.placed(parent).collectionId;
  }

  /** The `cycleAt` of the task or its nearest ancestor with one; null if none has one. */
  protected cycleOf(id: string | null): number | null {
    const task = this.task.get(id ?? '');
    return task ? (task.cycleAt ?? this.cycleOf(task.parentId)) : null;
  }

  /** True if the task is completed for the current occurrence. */
  protected isDone({ completedAt, doneIn, parentId }: Task): boolean {
    return completedAt !== null && (parentId === null || doneIn === this.cycleOf(parentId));
  }

  /** Why a task cannot be below the other; null if it can. */
  protected placeTask(id: string, parentId: string | null): RejectionCode | null {
    if (parentId === null) return null;
    const parent = this.task.get(parentId);
    if (!parent || !this.isThere(parent)) return 'PARENT_GONE';
    const above = [parent, ...this.above(parent)];
    if (above.some((task) => task.id === id)) return 'CIRCLE';
    const levelsBelow = (of: string): number =>
      Math.max(
        0,
        ...[...this.task.values()]
          .filter((task) => task.parentId === of && task.deletedAt === null)
          .map((task) => 1 + levelsBelow(task.id)),
      );
    return above.length + levelsBelow(id) > 5 ? 'TOO_DEEP' : null;
  }

  /** Why a collection cannot be below the other; null if it can. */
  protected placeCollection(id: string, parentId: string | null): RejectionCode | null {
    if (parentId === null) return null;
    const collections = [...this.collection.values()];
    if (!this.collection.has(parentId)) return 'COLLECTION_GONE';
    const above: string[] = [parentId];
    for (let at = this.collection.get(parentId); at; at = this.collection.get(at.parentId ?? ''))
      if (at.id !== parentId) above.push(at.id);
    if (above.includes(id)) return 'CIRCLE';
    const levelsBelow = (of: string): number =>
      Math.max(
        0,
        ...collections
          .filter((row) => row.parentId === of && row.deletedAt === null)
          .map((row) => 1 + levelsBelow(row.id)),
      );
    return above.length + levelsBelow(id) > 2 ? 'TOO_DEEP' : null;
  }
}
