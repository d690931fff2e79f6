import type { Rejection } from '#src/sync/client/device-store.ts';
import type { Mutation, MutatorArgs, MutatorName } from '#src/mutators/index.ts';
import type { Lookup } from './describe-mutation.ts';

/** A mutation to send, without an id: it gets a fresh one, for the old one is settled on the server. */
export type Step = { [N in MutatorName]: { name: N; args: MutatorArgs<N> } }[MutatorName];

/**
 * What the user can do about a refused mutation, apart from copying and discarding it. `again`: the same once more;
 * `move`: the same in another collection; `restore`: bring the deleted task back and then the same.
 */
export type WayOn = 'again' | 'move' | 'restore';

export function waysOn({ mutation, code }: Rejection, lookup: Lookup): readonly WayOn[] {
  switch (code) {
    case 'COLLECTION_GONE':
      return ['move'];
    case 'GONE': {
      // A tombstone that has been purged leaves nothing to bring back.
      const tombstone = mutation.name === 'task.edit' ? lookup.task(mutation.args.id) : undefined;
      return tombstone ? ['restore'] : [];
    }
    case 'DUPLICATE_COLLECTION':
    case 'COLLECTION_LIMIT':
    case 'TASK_LIMIT':
      return ['again'];
    case 'INVALID':
      return [];
  }
}

/** Whether the way needs a collection to be chosen first: a task comes back into its own one if that is still there. */
export function needsCollection(way: WayOn, mutation: Mutation, lookup: Lookup): boolean {
  if (way === 'move') return true;
  return way === 'restore' && !isLive(lookup, homeOf(mutation, lookup));
}

/** The mutations that go the way, in order. `collectionId`: the one chosen, where one is needed. */
export function stepsOf(
  way: WayOn,
  mutation: Mutation,
  lookup: Lookup,
  collectionId: string,
  at: number,
): Step[] {
  if (way === 'again') return [withTime(mutation, at)];
  if (way === 'move') return [moved(mutation, collectionId, at)];
  if (mutation.name !== 'task.edit') return [];
  const home = homeOf(mutation, lookup);
  const target = isLive(lookup, home) ? home : collectionId;
  const { id } = mutation.args;
  // Restoring puts the task where it belongs; an edit that names a collection that is gone must not undo that.
  const changes =
    mutation.args.changes.collectionId === undefined
      ? mutation.args.changes
      : { ...mutation.args.changes, collectionId: target };
  return [
    { name: 'task.restore', args: { id, collectionId: target, at } },
    { name: 'task.edit', args: { id, changes, at } },
  ];
}

/** Where a task that is edited should be once the edit holds. */
function homeOf(mutation: Mutation, lookup: Lookup): string {
  if (mutation.name !== 'task.edit') return '';
  return mutation.args.changes.collectionId ?? lookup.task(mutation.args.id)?.collectionId ?? '';
}

function isLive(lookup: Lookup, collectionId: string): boolean {
  const collection = lookup.collection(collectionId);
  return collection !== undefined && collection.deletedAt === null;
}

function moved(mutation: Mutation, collectionId: string, at: number): Step {
  switch (mutation.name) {
    case 'task.add':
      return { name: 'task.add', args: { ...mutation.args, collectionId, at } };
    case 'task.restore':
      return { name: 'task.restore', args: { ...mutation.args, collectionId, at } };
    case 'task.edit': {
      const changes = { ...mutation.args.changes, collectionId };
      return { name: 'task.edit', args: { ...mutation.args, changes, at } };
    }
    case 'collection.add':
    case 'collection.delete':
    case 'task.complete':
    case 'task.delete':
      // These name no collection that could be another one.
      return withTime(mutation, at);
  }
}

function withTime({ name, args }: Mutation, at: number): Step {
  return { name, args: { ...args, at } } as Step;
}
