import type { RejectionCode } from '#src/domain/errors.ts';
import type { AnyRow, TableName } from '#src/domain/schema/index.ts';
import type { NotesChoice } from '#src/domain/notes/choose-notes.ts';
import { isThere } from '#src/domain/task.ts';
import type { Rejection } from '#src/sync/client/storage/device-store.ts';
import { isKnownMutation, type Mutation, type Operation } from '#src/mutators/index.ts';
import { goneCode, takenCode, type NamedTable, type RestoredTable } from '#src/mutators/named.ts';
import { rejectionText } from '#src/web/data/failure-texts.ts';
import { tableOf } from '#src/web/words/verbs.ts';
import type { AddMutation } from '#src/web/data/rejected-add.ts';
import { wordsFor } from '#src/web/words/words.ts';
import type { Lookup } from './describe-mutation.ts';
import { bringBackCollection, bringBackTask, doneAtOf, isOfPurged } from './held-rows.ts';
import { apart, isMisplaced, isParentGone, misplacedText, parentGoneText, parentOf } from './misplaced.ts';
import { notesInQuestion, withNotes } from './notes-in-question.ts';
import { givenThere, isNameTaken, isThereByName, takenName } from './taken-names.ts';

/**
 * What the user can do about a rejected mutation, apart from copying and discarding it. `again`: the same once more;
 * `move`: the same in another collection; `restore`: bring the deleted task or collection back and then the same. What is purged on
 * the server is brought back from what the device has. `apart`: the same, by itself instead of below another one; `there`: no new label or
 * section, but the one that is there by its name; `mine`, `theirs` or `both`: the notes in which both changed the same lines.
 */
export type Resolution = 'again' | 'move' | 'restore' | 'apart' | 'there' | NotesChoice;

/** What is gone, by the code of it. */
const GONE: Partial<Record<RejectionCode, string>> = {
  GONE: 'task',
  COLLECTION_GONE: 'collection',
  SECTION_GONE: 'section',
  LABEL_GONE: 'label',
  REMINDER_GONE: 'reminder',
  FILTER_GONE: 'filter',
  PARENT_GONE: 'task above',
};

/** A resolution that is offered first; `choose`: one of those for notes. */
export type FirstResolution = Exclude<Resolution, 'there' | NotesChoice> | 'choose';

/** It goes by what there is now, which need not be what there was when it was rejected; null when nothing can be done. */
export function resolutionOf(rejection: Rejection, lookup: Lookup): FirstResolution | null {
  const { mutation } = rejection;
  if (!isKnownMutation(mutation) || addBefore(mutation, lookup)) return null;
  const row = rowOf(mutation, lookup);
  const { needs } = wordsFor(mutation.name);
  // A tombstone that has been purged here as well leaves nothing to bring back.
  if (!row && needs !== 'nothing') return null;
  if (row && !isRowThere(mutation, lookup)) {
    if (isOfPurged(rejection) && !isNameTaken(mutation, lookup)) return 'restore';
    // It comes back with its tasks by what the user decides of its restoring, which is listed as well.
    if (mutation.name === 'collection.edit' && lookup.isPurged(row.id)) return null;
    if (needs === 'live') return 'restore';
  }
  const target = targetOf(mutation, lookup);
  if (target !== undefined && !isLive(lookup, target)) return 'move';
  if (isParentGone(mutation, lookup)) return 'apart';
  return notesInQuestion(mutation, lookup) ? 'choose' : 'again';
}

/** What can be done as well, where the same once more need not be what is wanted. */
export function otherResolution(rejection: Rejection, lookup: Lookup): Resolution | null {
  if (resolutionOf(rejection, lookup) !== 'again') return null;
  if (isMisplaced(rejection)) return 'apart';
  return isThereByName(rejection.mutation, lookup) ? 'there' : null;
}

/** The rejected mutation that was to add what a later one is about, which is settled together with it. */
export function addBefore(mutation: Mutation, lookup: Lookup): AddMutation | undefined {
  if (!isKnownMutation(mutation) || rowOf(mutation, lookup)) return undefined;
  const add = lookup.rejectedAdd(mutation.args.id);
  return add?.id === mutation.id ? undefined : add;
}

/**
 * Whether it is sent after `add`, once that is sent again: a later change of what that adds, or a task for the collection or
 * below the task that it adds, with its own later changes.
 */
export function isSentAfter(add: Mutation, mutation: Mutation, lookup: Lookup): boolean {
  if (!isKnownMutation(mutation)) return false;
  const before = addBefore(mutation, lookup);
  if (before?.id === add.id) return true;
  const parentId = parentOf(before ?? mutation);
  const above = parentId === null ? undefined : lookup.rejectedAdd(parentId);
  if (above?.id === add.id || (above && isSentAfter(add, above, lookup))) return true;
  return add.name === 'collection.add' && targetOf(before ?? mutation, lookup) === add.args.id;
}

/** Why it was rejected, and what to do about it by now. */
export function reasonOf(rejection: Rejection, lookup: Lookup): string {
  const { mutation, code } = rejection;
  const noun = tableOf(mutation.name);
  if (addBefore(mutation, lookup))
    return `The ${noun} was not added. This change is sent or discarded together with it.`;
  const isTaken = takenName(mutation, lookup) !== undefined;
  switch (resolutionOf(rejection, lookup)) {
    case 'move':
      return wasNotAdded(targetOf(mutation, lookup), lookup)
        ? 'The collection was not added. This change is sent with it, unless you choose another.'
        : rejectionText(mutation.name, 'COLLECTION_GONE');
    case 'restore':
      if (isOfPurged(rejection)) return textOfPurged(noun);
      return isTaken
        ? `The ${noun} was deleted, and its new name is taken. Restore it with another to keep the change.`
        : rejectionText(mutation.name, goneCode(noun as RestoredTable | 'task'));
    case 'apart':
      return parentGoneText(mutation, lookup);
    case 'choose':
      return rejectionText(mutation.name, 'NOTES_CONFLICT');
    case 'again':
      if (code === 'NOTES_CONFLICT') return 'The notes can be merged by now. Retry to keep the change.';
      if (isThereByName(mutation, lookup))
        return `Another ${noun} has that name by now. Use that one, or choose another name.`;
      if (isTaken || isNameTaken(mutation, lookup))
        return rejectionText(mutation.name, takenCode(noun as NamedTable));
      if (isMisplaced(rejection)) return misplacedText(rejection);
      if (GONE[code] !== undefined)
        return `The ${GONE[code]} was deleted, and is there again. Retry to keep the change.`;
      if (code === 'SET_BACK')
        return `The server was set back, and the ${noun} may have been changed there since. Retry to write this over it, or discard it.`;
      break;
    case null:
      if (lookup.isPurged(mutation.args.id) && rowOf(mutation, lookup))
        return 'The collection was deleted for good. Add it again to keep the change.';
      if (GONE[code] !== undefined)
        return `The ${noun} was deleted for good. Copy what you want to keep of the change.`;
  }
  return rejectionText(mutation.name, code);
}

/** Whether the resolution needs a collection to be chosen first: a task comes back into its own one if that is still there. */
export function needsCollection(resolution: Resolution, mutation: Mutation, lookup: Lookup): boolean {
  if (resolution === 'move') return true;
  return resolution === 'restore' && isOfTask(mutation) && !isLive(lookup, homeOf(mutation, lookup));
}

/**
 * What the resolution sends, in order: each gets an id of its own, for that of the mutation is settled on the server.
 * `collectionId`: the one chosen, where one is needed.
 */
export function stepsOf(
  resolution: Resolution,
  mutation: Mutation,
  lookup: Lookup,
  collectionId: string,
  at: number,
): Operation[] {
  if (resolution === 'again') return [withTime(mutation, at)];
  if (resolution === 'move') return [moved(mutation, collectionId, at)];
  if (resolution === 'apart') return [apart(mutation, at)];
  if (resolution === 'there') return givenThere(mutation, lookup, at);
  if (resolution !== 'restore') return [withNotes(mutation, lookup, resolution, at)];
  const { id } = mutation.args;
  if (mutation.name === 'collection.restore') {
    const collection = lookup.collection(id);
    return collection ? bringBackCollection(collection, lookup, at) : [];
  }
  if (!isOfTask(mutation)) {
    const name = `${tableOf(mutation.name)}.restore` as 'collection.restore';
    return [{ name, args: { id, at } }, withTime(mutation, at)];
  }
  const home = homeOf(mutation, lookup);
  const target = isLive(lookup, home) ? home : collectionId;
  // Restoring puts the task where it belongs; an edit that names a collection that is gone must not undo that.
  const namesOne = mutation.name !== 'task.edit' || mutation.args.changes.collectionId !== undefined;
  const task = lookup.task(id);
  // What the mutation itself does is not done before.
  const back = (task ? bringBackTask(task, target, lookup, at) : []).filter(
    ({ name, args }) =>
      args.id !== id ||
      (name !== mutation.name && (name !== 'task.complete' || mutation.name !== 'task.reopen')),
  );
  if (isParentGone(mutation, lookup)) return [...back, apart(mutation, at)];
  const isMoved = namesOne && parentOf(mutation) === null;
  return [...back, isMoved ? moved(mutation, target, at) : withTime(mutation, at)];
}

function textOfPurged(noun: TableName): string {
  const held = noun === 'task' ? 'it' : 'it, with its tasks';
  return `The ${noun} was deleted for good. This device still has ${held}: add it again to keep it.`;
}

function rowOf(mutation: Mutation, lookup: Lookup): AnyRow | undefined {
  const { id } = mutation.args;
  const table = tableOf(mutation.name);
  if (table === 'section' || table === 'label' || table === 'reminder' || table === 'filter')
    return lookup.get(table, id);
  return isOfCollection(mutation) ? lookup.collection(id) : lookup.task(id);
}

/** Whether the user has what it is about. */
function isRowThere(mutation: Mutation, lookup: Lookup): boolean {
  if (!isOfTask(mutation)) return rowOf(mutation, lookup)?.deletedAt === null;
  const task = lookup.task(mutation.args.id);
  return task !== undefined && isThere(task, lookup);
}

function isOfTask({ name }: Operation): boolean {
  return tableOf(name) === 'task';
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
  const { name, args } = mutation;
  // Below another task it is where that is.
  if (parentOf(mutation) !== null && !isParentGone(mutation, lookup)) return undefined;
  if (name === 'task.add' || name === 'section.add') return args.collectionId;
  if (name === 'task.edit') return args.changes.collectionId;
  if (name === 'task.reopen') {
    const task = lookup.task(args.id);
    const isOpen = task !== undefined && doneAtOf(task, lookup) === null;
    return isOpen && isRowThere(mutation, lookup) ? undefined : args.collectionId;
  }
  if (name === 'task.restore') return isRowThere(mutation, lookup) ? undefined : args.collectionId;
  return undefined;
}

function wasNotAdded(collectionId: string | undefined, lookup: Lookup): boolean {
  if (collectionId === undefined || lookup.collection(collectionId)) return false;
  return lookup.rejectedAdd(collectionId) !== undefined;
}

function isLive(lookup: Lookup, collectionId: string): boolean {
  const collection = lookup.collection(collectionId);
  return collection !== undefined && collection.deletedAt === null;
}

/** The same in another collection; what puts nothing into one is only done at another time. */
function moved(mutation: Mutation, collectionId: string, at: number): Operation {
  const { name, args } = parentOf(mutation) === null ? mutation : apart(mutation, at);
  if (name === 'task.edit')
    return { name, args: { ...args, changes: { ...args.changes, collectionId }, at } };
  const isInOne = 'collectionId' in args;
  return { name, args: { ...args, ...(isInOne && { collectionId }), at } } as Operation;
}

function withTime({ name, args }: Mutation, at: number): Operation {
  return { name, args: { ...args, at } } as Operation;
}
