import type { RejectionCode } from '#src/domain/errors.ts';
import type { Collection } from '#src/domain/collection.ts';
import { isThere, type Task } from '#src/domain/task.ts';
import type { Rejection } from '#src/sync/client/device-store.ts';
import { isKnownMutation, type Mutation, type MutatorName, type Operation } from '#src/mutators/index.ts';
import { refusalText } from '#src/web/hooks/change-texts.ts';
import type { AddMutation } from '#src/web/hooks/refused-add.ts';
import type { Lookup } from './describe-mutation.ts';
import { bringBackCollection, bringBackTask, isOfPurged } from './held-rows.ts';

/**
 * What the user can do about a rejected mutation, apart from copying and discarding it. `again`: the same once more;
 * `move`: the same in another collection; `restore`: bring the deleted task or collection back and then the same. What is purged on
 * the server is brought back from what the device has.
 */
export type WayOn = 'again' | 'move' | 'restore';

/** These change a row that is there, or is to be brought back. */
const ON_LIVE_ROW: ReadonlySet<MutatorName> = new Set(['collection.edit', 'task.edit', 'task.reopen']);
const ON_ROW: ReadonlySet<MutatorName> = new Set([
  ...ON_LIVE_ROW,
  'task.complete',
  'collection.restore',
  'task.restore',
]);

/** It goes by what there is now, which need not be what there was when it was rejected; null when nothing can be done. */
export function wayOn(rejection: Rejection, lookup: Lookup): WayOn | null {
  const { mutation } = rejection;
  if (!isKnownMutation(mutation) || addBefore(mutation, lookup)) return null;
  const row = rowOf(mutation, lookup);
  // A tombstone that has been purged here as well leaves nothing to bring back.
  if (!row && ON_ROW.has(mutation.name)) return null;
  if (row && !isRowThere(mutation, lookup)) {
    if (isOfPurged(rejection) && !isNameTaken(mutation, lookup)) return 'restore';
    // It comes back with its tasks by what the user decides of its restoring, which is listed as well.
    if (mutation.name === 'collection.edit' && lookup.isPurged(row.id)) return null;
    if (ON_LIVE_ROW.has(mutation.name)) return 'restore';
  }
  const target = targetOf(mutation, lookup);
  return target !== undefined && !isLive(lookup, target) ? 'move' : 'again';
}

/** The rejected mutation that was to add what a later one is about, which is settled together with it. */
export function addBefore(mutation: Mutation, lookup: Lookup): AddMutation | undefined {
  if (!isKnownMutation(mutation) || rowOf(mutation, lookup)) return undefined;
  const add = lookup.refusedAdd(mutation.args.id);
  return add?.id === mutation.id ? undefined : add;
}

/**
 * Whether it is sent after `add`, once that is sent again: a later change of what that adds, or a task for the collection
 * that it adds, with its own later changes.
 */
export function isSentAfter(add: Mutation, mutation: Mutation, lookup: Lookup): boolean {
  if (!isKnownMutation(mutation)) return false;
  const before = addBefore(mutation, lookup);
  if (before?.id === add.id) return true;
  return add.name === 'collection.add' && targetOf(before ?? mutation, lookup) === add.args.id;
}

/** The name that it would give to a collection, when another one has it by now: this one needs another name first. */
export function takenName(mutation: Mutation, lookup: Lookup): string | undefined {
  const name = isKnownMutation(mutation) ? nameOf(mutation) : undefined;
  return name !== undefined && lookup.isTaken(name, mutation.args.id) ? name : undefined;
}

/** The same, with this name where it would give one to a collection. */
export function renamed(mutation: Mutation, name: string): Mutation {
  if (mutation.name === 'collection.add') return { ...mutation, args: { ...mutation.args, name } };
  if (mutation.name !== 'collection.edit' || nameOf(mutation) === undefined) return mutation;
  return { ...mutation, args: { ...mutation.args, changes: { ...mutation.args.changes, name } } };
}

/** Why it was rejected, and what to do about it by now. */
export function reasonOf(rejection: Rejection, lookup: Lookup): string {
  const { mutation, code } = rejection;
  const noun = isOfCollection(mutation) ? 'collection' : 'task';
  if (addBefore(mutation, lookup))
    return `The ${noun} was not added. This change is sent or discarded together with it.`;
  const isTaken = takenName(mutation, lookup) !== undefined;
  switch (wayOn(rejection, lookup)) {
    case 'move':
      return wasNotAdded(targetOf(mutation, lookup), lookup)
        ? 'The collection was not added. This change is sent with it, unless you choose another.'
        : refusalText(mutation.name, 'COLLECTION_GONE');
    case 'restore':
      if (isOfPurged(rejection)) return textOfPurged(noun);
      return isTaken
        ? 'The collection was deleted, and its new name is taken. Restore it with another to keep the change.'
        : refusalText(mutation.name, noun === 'task' ? 'GONE' : 'COLLECTION_GONE');
    case 'again':
      if (isTaken || isNameTaken(mutation, lookup)) return refusalText(mutation.name, 'DUPLICATE_COLLECTION');
      if (isOfGone(code)) {
        const gone = code === 'GONE' ? 'task' : 'collection';
        return `The ${gone} was deleted, and is there again. Retry to keep the change.`;
      }
      break;
    case null:
      if (lookup.isPurged(mutation.args.id) && rowOf(mutation, lookup))
        return 'The collection was deleted for good. Add it again to keep the change.';
      if (isOfGone(code))
        return `The ${noun} was deleted for good. Copy what you want to keep of the change.`;
  }
  return refusalText(mutation.name, code);
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
  if (mutation.name === 'collection.restore') {
    const collection = lookup.collection(id);
    return collection ? bringBackCollection(collection, lookup, at) : [];
  }
  if (isOfCollection(mutation)) {
    return [{ name: 'collection.restore', args: { id, at } }, withTime(mutation, at)];
  }
  const home = homeOf(mutation, lookup);
  const target = isLive(lookup, home) ? home : collectionId;
  // Restoring puts the task where it belongs; an edit that names a collection that is gone must not undo that.
  const namesOne = mutation.name !== 'task.edit' || mutation.args.changes.collectionId !== undefined;
  const task = lookup.task(id);
  // What the mutation itself does is not done before.
  const back = (task ? bringBackTask(task, target, at) : []).filter(
    ({ name }) => name !== mutation.name && (name !== 'task.complete' || mutation.name !== 'task.reopen'),
  );
  return [...back, namesOne ? moved(mutation, target, at) : withTime(mutation, at)];
}

/** Whether a collection that would come back has a name that another one has by now. */
function isNameTaken({ name, args }: Mutation, lookup: Lookup): boolean {
  const collection = name === 'collection.restore' ? lookup.collection(args.id) : undefined;
  return collection !== undefined && lookup.isTaken(collection.name, collection.id);
}

function textOfPurged(noun: 'task' | 'collection'): string {
  const held = noun === 'task' ? 'it' : 'it, with its tasks';
  return `The ${noun} was deleted for good. This device still has ${held}: add it again to keep it.`;
}

function isOfGone(code: RejectionCode): boolean {
  return code === 'GONE' || code === 'COLLECTION_GONE';
}

function rowOf(mutation: Mutation, lookup: Lookup): Task | Collection | undefined {
  const { id } = mutation.args;
  return isOfCollection(mutation) ? lookup.collection(id) : lookup.task(id);
}

/** Whether the user has what it is about. */
function isRowThere(mutation: Mutation, lookup: Lookup): boolean {
  if (isOfCollection(mutation)) return isLive(lookup, mutation.args.id);
  const task = lookup.task(mutation.args.id);
  return task !== undefined && isThere(task, lookup.collection(task.collectionId));
}

/** The name that it would give to a collection. */
function nameOf(mutation: Mutation): string | undefined {
  if (mutation.name === 'collection.add') return mutation.args.name;
  return mutation.name === 'collection.edit' ? mutation.args.changes.name : undefined;
}

function isOfCollection({ name }: Operation): boolean {
  return name.startsWith('collection.');
}

/** Where a task should be once the mutation holds. */
function homeOf(mutation: Mutation, lookup: Lookup): string {
  return targetOf(mutation, lookup) ?? lookup.task(mutation.args.id)?.collectionId ?? '';
}

/** The collection that it would put a task into, if any: it leaves alone what is already as it should be. */
function targetOf(mutation: Mutation, lookup: Lookup): string | undefined {
  switch (mutation.name) {
    case 'task.add':
      return mutation.args.collectionId;
    case 'task.edit':
      return mutation.args.changes.collectionId;
    case 'task.reopen':
      return lookup.task(mutation.args.id)?.completedAt === null && isRowThere(mutation, lookup)
        ? undefined
        : mutation.args.collectionId;
    case 'task.restore':
      return isRowThere(mutation, lookup) ? undefined : mutation.args.collectionId;
    case 'collection.add':
    case 'collection.edit':
    case 'collection.delete':
    case 'collection.restore':
    case 'task.complete':
    case 'task.delete':
    case 'setting.set':
      return undefined;
  }
}

function wasNotAdded(collectionId: string | undefined, lookup: Lookup): boolean {
  if (collectionId === undefined || lookup.collection(collectionId)) return false;
  return lookup.refusedAdd(collectionId) !== undefined;
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
    case 'setting.set':
      // These put nothing into a collection.
      return withTime(mutation, at);
  }
}

function withTime({ name, args }: Mutation, at: number): Operation {
  return { name, args: { ...args, at } } as Operation;
}
