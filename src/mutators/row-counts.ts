import type { Collection } from '#src/domain/collection.ts';
import { isActive, isThere, type Task } from '#src/domain/task.ts';
import type { TableName } from './tx.ts';

/** How many rows there are. */
export interface Counts {
  /** Not deleted, of tasks neither with their collection (see isThere). */
  readonly live: Readonly<Record<TableName, number>>;
  /** The active tasks of each collection by its id, deleted or not; none where it is missing. */
  readonly activeIn: ReadonlyMap<string, number>;
}

/** Counts that follow rows as they change, one after the other: what a row costs, not what there is. */
export class RowCounts implements Counts {
  readonly live: Record<TableName, number>;
  readonly activeIn: Map<string, number>;

  constructor({ live, activeIn }: Counts = { live: { collection: 0, task: 0 }, activeIn: new Map() }) {
    this.live = { ...live };
    this.activeIn = new Map(activeIn);
  }

  /** Its active tasks come and go with it. */
  changeCollection(before: Collection | undefined, after: Collection): void {
    const more = Number(after.deletedAt === null) - Number(before?.deletedAt === null);
    this.live.collection += more;
    if (more !== 0) this.live.task += more * (this.activeIn.get(after.id) ?? 0);
  }

  /** `collection`: that with the id, as it is by now. */
  changeTask(
    before: Task | undefined,
    after: Task,
    collection: (id: string) => Collection | undefined,
  ): void {
    if (before) this.#count(before, -1, collection);
    this.#count(after, 1, collection);
  }

  #count(task: Task, by: 1 | -1, collection: (id: string) => Collection | undefined): void {
    const { collectionId } = task;
    if (isThere(task, collection(collectionId))) this.live.task += by;
    if (isActive(task)) this.activeIn.set(collectionId, (this.activeIn.get(collectionId) ?? 0) + by);
  }
}
