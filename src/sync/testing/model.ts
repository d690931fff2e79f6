import type { Collection } from '#src/domain/collection.ts';
import type { RejectionCode } from '#src/domain/errors.ts';
import type { Setting } from '#src/domain/setting.ts';
import type { Task } from '#src/domain/task.ts';
import type { Mutation } from '#src/mutators/index.ts';

/**
 * What the mutations mean, said a second time and as plainly as can be, to hold the real code against: it shares nothing
 * with the mutators, the overlay or the database.
 */
export class Model {
  readonly collections = new Map<string, Collection>();
  readonly tasks = new Map<string, Task>();
  readonly settings = new Map<string, Setting>();

  /** Since when the server has had each deletion, by its clock. */
  readonly #deletedSince = new Map<string, number>();

  /** Whether the user has the task: an active one of a deleted collection is deleted with it. */
  isThere({ collectionId, completedAt, deletedAt }: Task): boolean {
    if (deletedAt !== null) return false;
    return completedAt !== null || this.collections.get(collectionId)?.deletedAt === null;
  }

  /** The tasks that the user has. */
  get liveTasks(): Task[] {
    return [...this.tasks.values()].filter((task) => this.isThere(task));
  }

  /**
   * Forgets a deleted row. Throws when there is none, when a task still names the collection, or when the server has not had
   * its deletion since before `deletedBefore`, whatever the clock of a device says.
   */
  purge(id: string, deletedBefore: number): void {
    const { collections, tasks } = this;
    const deletedAt = (tasks.get(id) ?? collections.get(id))?.deletedAt ?? null;
    const isNamed = [...tasks.values()].some((task) => task.collectionId === id);
    if (deletedAt === null || isNamed) throw new Error(`the server purged ${id}, which is in use`);
    const since = this.#deletedSince.get(id) ?? Infinity;
    if (since >= deletedBefore) throw new Error(`the server purged ${id} before its time`);
    tasks.delete(id);
    collections.delete(id);
  }

  /**
   * Makes a tombstone of an active task, as old as that of its collection. Throws when that is there, or when the server has not
   * had its deletion since before `endedBefore`.
   */
  end(id: string, endedBefore: number): void {
    const task = this.tasks.get(id);
    const collection = this.collections.get(task?.collectionId ?? '');
    const since = this.#deletedSince.get(collection?.id ?? '') ?? Infinity;
    const isActive = task?.completedAt === null && task.deletedAt === null;
    if (!task || !isActive || !collection || collection.deletedAt === null || since >= endedBefore)
      throw new Error(`the server ended ${id}, which is there`);
    this.tasks.set(id, { ...task, deletedAt: collection.deletedAt });
    this.#deletedSince.set(id, since);
  }

  /**
   * Empties the texts of a deleted row. Throws when it is there, when the server has not had its deletion since before
   * `erasedBefore`, or when a task that has a text names the collection.
   */
  erase(id: string, erasedBefore: number): void {
    const [task, collection] = [this.tasks.get(id), this.collections.get(id)];
    const isNamed = [...this.tasks.values()].some((other) => other.collectionId === id && other.name !== '');
    const since = this.#deletedSince.get(id) ?? Infinity;
    if (((task ?? collection)?.deletedAt ?? null) === null || isNamed || since >= erasedBefore)
      throw new Error(`the server erased ${id}, which is in use`);
    if (task) this.tasks.set(id, { ...task, name: '', description: '' });
    if (collection) this.collections.set(id, { ...collection, name: '' });
  }

  /** Applies one mutation once, which the server got at `now` by its clock. Returns why it is refused, or null. */
  apply(mutation: Mutation, now = 0): RejectionCode | null {
    const { collections, tasks, settings } = this;
    const isLive = (collectionId: string) => collections.get(collectionId)?.deletedAt === null;
    const isTaken = (name: string, id: string) =>
      [...collections.values()].some((c) => c.deletedAt === null && c.name === name && c.id !== id);
    switch (mutation.name) {
      case 'collection.add': {
        const { id, name, color, at } = mutation.args;
        if (collections.has(id) && collections.get(id)?.name !== '') return null;
        if (isTaken(name, id)) return 'DUPLICATE_COLLECTION';
        let position = at;
        for (const { position: other } of collections.values())
          position = Math.max(position, other + Math.max(1, Math.abs(other) * 2 ** -52));
        position = Math.min(position, Number.MAX_VALUE);
        collections.set(id, { id, name, color, position, createdAt: at, deletedAt: null });
        return null;
      }
      case 'collection.edit': {
        const { id, changes } = mutation.args;
        const collection = collections.get(id);
        if (!collection || collection.deletedAt !== null) return 'COLLECTION_GONE';
        if (changes.name !== undefined && isTaken(changes.name, id)) return 'DUPLICATE_COLLECTION';
        collections.set(id, { ...collection, ...changes });
        return null;
      }
      case 'collection.delete': {
        const { id, at } = mutation.args;
        const collection = collections.get(id);
        if (!collection || collection.deletedAt !== null) return null;
        collections.set(id, { ...collection, deletedAt: at });
        this.#deletedSince.set(id, now);
        return null;
      }
      case 'collection.restore': {
        const { id } = mutation.args;
        const collection = collections.get(id);
        if (!collection || collection.name === '') return 'COLLECTION_GONE';
        if (collection.deletedAt === null) return null;
        if (isTaken(collection.name, id)) return 'DUPLICATE_COLLECTION';
        collections.set(id, { ...collection, deletedAt: null });
        return null;
      }
      case 'task.add': {
        const { id, name, description = '', date, collectionId, priority = 4, at } = mutation.args;
        if (tasks.has(id) && tasks.get(id)?.name !== '') return null;
        if (!isLive(collectionId)) return 'COLLECTION_GONE';
        const stamps = { createdAt: at, updatedAt: at, completedAt: null, deletedAt: null };
        tasks.set(id, { id, name, description, date, collectionId, priority, ...stamps });
        return null;
      }
      case 'task.edit': {
        const { id, changes, at } = mutation.args;
        const task = tasks.get(id);
        if (!task || !this.isThere(task)) return 'GONE';
        if (changes.collectionId !== undefined && !isLive(changes.collectionId)) return 'COLLECTION_GONE';
        tasks.set(id, { ...task, ...changes, updatedAt: at });
        return null;
      }
      case 'task.complete': {
        const { id, at } = mutation.args;
        const task = tasks.get(id);
        if (!task || task.name === '') return 'GONE';
        if (!this.isThere(task) || task.completedAt !== null) return null;
        tasks.set(id, { ...task, completedAt: at, updatedAt: at });
        return null;
      }
      case 'task.reopen': {
        const { id, collectionId, at } = mutation.args;
        const task = tasks.get(id);
        if (!task || !this.isThere(task)) return 'GONE';
        if (task.completedAt === null) return null;
        if (!isLive(collectionId)) return 'COLLECTION_GONE';
        tasks.set(id, { ...task, collectionId, completedAt: null, updatedAt: at });
        return null;
      }
      case 'task.delete': {
        const { id, at } = mutation.args;
        const task = tasks.get(id);
        if (!task || !this.isThere(task)) return null;
        tasks.set(id, { ...task, deletedAt: at });
        this.#deletedSince.set(id, now);
        return null;
      }
      case 'task.restore': {
        const { id, collectionId, at } = mutation.args;
        const task = tasks.get(id);
        if (!task || task.name === '') return 'GONE';
        if (this.isThere(task)) return null;
        const isMoved = collectionId !== task.collectionId;
        if ((task.completedAt === null || isMoved) && !isLive(collectionId)) return 'COLLECTION_GONE';
        tasks.set(id, { ...task, collectionId, deletedAt: null, updatedAt: at });
        return null;
      }
      case 'setting.set': {
        const { id, value = '', at } = mutation.args;
        const isChosen = settings.has(id) ? settings.get(id)?.value === value : value === '';
        if (!isChosen) settings.set(id, { id, value, updatedAt: at, deletedAt: null });
        return null;
      }
    }
  }
}
