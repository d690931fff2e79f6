import type { Rejection } from '#src/sync/client/device-store.ts';
import { isKnownMutation, type Mutation, type Operation } from '#src/mutators/index.ts';
import type { Lookup } from './describe-mutation.ts';

/**
 * What the user can do about a refused mutation, apart from copying and discarding it. `again`: the same once more;
 * `move`: the same in another collection; `restore`: bring the deleted task or collection back and then the same.
 */
export type WayOn = 'again' | 'move' | 'restore';

export function waysOn({ mutation, code }: Rejection, lookup: Lookup): readonly WayOn[] {
  if (!isKnownMutation(mutation)) return [];
  switch (code) {
    // A tombstone that has been purged leaves nothing to bring back.
    case 'COLLECTION_GONE':
      if (!isOfCollection(mutation)) return ['move'];
      return mutation.name === 'collection.edit' && lookup.collection(mutation.args.id) ? ['restore'] : [];
    case 'GONE':
      return mutation.name !== 'task.restore' && lookup.task(mutation.args.id) ? ['restore'] : [];
    case 'DUPLICATE_COLLECTION':
    case 'COLLECTION_LIMIT':
    case 'TASK_LIMIT':
    // An older version of the app, which was put back for a while, did not know it.
    case 'INVALID':
      return ['again'];
  }
}

/** Whether the way needs a collection to be chosen first: a task comes back into its own one if that is still there. */
export function needsCollection(way: WayOn, mutation: Mutation, lookup: Lookup): boolean {
  if (way === 'move') return true;
  return way === 'restore' && !isOfCollection(mutation) && !isLive(lookup, homeOf(mutation, lookup));
}

/**
 * What goes the way, in order: each gets an id of its own, for that of the mutation is settled on the server.
 * `collectionId`: the one chosen, where one is needed.
 */
export function stepsOf(
  way: WayOn,
  mutation: Mutation,
  lookup: Lookup,
  collectionId: string,
  at: number,
): Operation[] {
  if (way === 'again') return [withTime(mutation, at)];
  if (way === 'move') return [moved(mutation, collectionId, at)];
  const { id } = mutation.args;
  if (isOfCollection(mutation)) {
    return [{ name: 'collection.restore', args: { id, at } }, withTime(mutation, at)];
  }
  const home = homeOf(mutation, lookup);
  const target = isLive(lookup, home) ? home : collectionId;
  // Restoring puts the task where it belongs; an edit that names a collection that is gone must not undo that.
  const namesOne = mutation.name !== 'task.edit' || mutation.args.changes.collectionId !== undefined;
  return [
    { name: 'task.restore', args: { id, collectionId: target, at } },
    namesOne ? moved(mutation, target, at) : withTime(mutation, at),
  ];
}

function isOfCollection({ name }: Operation): boolean {
  return name.startsWith('collection.');
}

/** Where a task should be once the mutation holds. */
function homeOf(mutation: Mutation, lookup: Lookup): string {
  if (mutation.name === 'task.reopen') return mutation.args.collectionId;
  if (mutation.name !== 'task.edit') return '';
  return mutation.args.changes.collectionId ?? lookup.task(mutation.args.id)?.collectionId ?? '';
}

function isLive(lookup: Lookup, collectionId: string): boolean {
  const collection = lookup.collection(collectionId);
  return collection !== undefined && collection.deletedAt === null;
}

function moved(mutation: Mutation, collectionId: string, at: number): Operation {
  switch (mutation.name) {
    case 'task.add':
      return { name: 'task.add', args: { ...mutation.args, collectionId, at } };
    case 'task.reopen':
      return { name: 'task.reopen', args: { ...mutation.args, collectionId, at } };
    case 'task.restore':
      return { name: 'task.restore', args: { ...mutation.args, collectionId, at } };
    case 'task.edit': {
      const changes = { ...mutation.args.changes, collectionId };
      return { name: 'task.edit', args: { ...mutation.args, changes, at } };
    }
    case 'collection.add':
    case 'collection.edit':
    case 'collection.delete':
    case 'collection.restore':
    case 'task.complete':
    case 'task.delete':
      // These name no collection that could be another one.
      return withTime(mutation, at);
  }
}

function withTime({ name, args }: Mutation, at: number): Operation {
  return { name, args: { ...args, at } } as Operation;
}
