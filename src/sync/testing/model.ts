import type { Collection } from '#src/domain/collection.ts';
import type { RejectionCode } from '#src/domain/errors.ts';
import type { Task } from '#src/domain/task.ts';
import type { Mutation } from '#src/mutators/index.ts';

/**
 * What the mutations mean, said a second time and as plainly as can be, to hold the real code against: it shares nothing
 * with the mutators, the overlay or the database.
 */
export class Model {
  readonly collections = new Map<string, Collection>();
  readonly tasks = new Map<string, Task>();

  /** Forgets a deleted row. Throws when there is none, or when a task still names the collection. */
  purge(id: string): void {
    const { collections, tasks } = this;
    const deletedAt = (tasks.get(id) ?? collections.get(id))?.deletedAt ?? null;
    const isNamed = [...tasks.values()].some((task) => task.collectionId === id);
    if (deletedAt === null || isNamed) throw new Error(`the server purged ${id}, which is in use`);
    tasks.delete(id);
    collections.delete(id);
  }

  /** Applies one mutation once. Returns why it is refused, or null. */
  apply(mutation: Mutation): RejectionCode | null {
    const { collections, tasks } = this;
    const isLive = (collectionId: string) => collections.get(collectionId)?.deletedAt === null;
    const isTaken = (name: string, id: string) =>
      [...collections.values()].some((c) => c.deletedAt === null && c.name === name && c.id !== id);
    switch (mutation.name) {
      case 'collection.add': {
        const { id, name, color, at } = mutation.args;
        if (collections.has(id)) return null;
        if (isTaken(name, id)) return 'DUPLICATE_COLLECTION';
        collections.set(id, { id, name, color, position: at, createdAt: at, deletedAt: null });
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
        for (const task of tasks.values()) {
          const isActive = task.completedAt === null && task.deletedAt === null;
          if (task.collectionId === id && isActive) tasks.set(task.id, { ...task, deletedAt: at });
        }
        return null;
      }
      case 'collection.restore': {
        const { id, at } = mutation.args;
        const collection = collections.get(id);
        if (!collection) return 'COLLECTION_GONE';
        if (collection.deletedAt === null) return null;
        if (isTaken(collection.name, id)) return 'DUPLICATE_COLLECTION';
        collections.set(id, { ...collection, deletedAt: null });
        for (const task of tasks.values()) {
          const wasTaken = task.collectionId === id && task.deletedAt === collection.deletedAt;
          if (wasTaken) tasks.set(task.id, { ...task, deletedAt: null, updatedAt: at });
        }
        return null;
      }
      case 'task.add': {
        const { id, name, description, date, collectionId, at } = mutation.args;
        if (tasks.has(id)) return null;
        if (!isLive(collectionId)) return 'COLLECTION_GONE';
        const stamps = { createdAt: at, updatedAt: at, completedAt: null, deletedAt: null };
        tasks.set(id, { id, name, description, date, collectionId, ...stamps });
        return null;
      }
      case 'task.edit': {
        const { id, changes, at } = mutation.args;
        const task = tasks.get(id);
        if (!task || task.deletedAt !== null) return 'GONE';
        if (changes.collectionId !== undefined && !isLive(changes.collectionId)) return 'COLLECTION_GONE';
        tasks.set(id, { ...task, ...changes, updatedAt: at });
        return null;
      }
      case 'task.complete': {
        const { id, at } = mutation.args;
        const task = tasks.get(id);
        if (!task) return 'GONE';
        if (task.deletedAt !== null || task.completedAt !== null) return null;
        tasks.set(id, { ...task, completedAt: at, updatedAt: at });
        return null;
      }
      case 'task.reopen': {
        const { id, collectionId, at } = mutation.args;
        const task = tasks.get(id);
        if (!task || task.deletedAt !== null) return 'GONE';
        if (task.completedAt === null) return null;
        if (!isLive(collectionId)) return 'COLLECTION_GONE';
        tasks.set(id, { ...task, collectionId, completedAt: null, updatedAt: at });
        return null;
      }
      case 'task.delete': {
        const { id, at } = mutation.args;
        const task = tasks.get(id);
        if (task && task.deletedAt === null) tasks.set(id, { ...task, deletedAt: at });
        return null;
      }
      case 'task.restore': {
        const { id, collectionId, at } = mutation.args;
        const task = tasks.get(id);
        if (!task) return 'GONE';
        if (task.deletedAt === null) return null;
        const isMoved = collectionId !== task.collectionId;
        if ((task.completedAt === null || isMoved) && !isLive(collectionId)) return 'COLLECTION_GONE';
        tasks.set(id, { ...task, collectionId, deletedAt: null, updatedAt: at });
        return null;
      }
    }
  }
}
