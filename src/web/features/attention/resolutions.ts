import type { RejectionCode } from '#src/domain/errors.ts';
import type { AnyRow, TableName } from '#src/tables/tables.ts';
import type { NotesChoice } from '#src/domain/text/notes/choose-notes.ts';
import { isThere } from '#src/tables/task/task.ts';
import type { Rejection } from '#src/sync/client/storage/device-store.ts';
import { isKnownMutation, type Mutation, type Operation } from '#src/tables/operations.ts';
import { goneCode, takenCode, type NamedTable, type RestoredTable } from '#src/tables/kit/named.ts';
import { rejectionText } from '#src/web/data/failure-texts.ts';
import { actionOf, tableOf } from '#src/web/words/verbs.ts';
import type { AddMutation } from '#src/web/data/rejected-add.ts';
import type { Lookup } from './describe-mutation.ts';
import { withValues } from './given-values.ts';
import { remediesOf } from './remedies.ts';
import { bringBackCollection, bringBackTask, doneAtOf, isOfPurged } from './held-rows.ts';
import { apart, isMisplaced, isParentGone, misplacedText, parentGoneText, parentOf } from './misplaced.ts';
import { notesInQuestion, withNotes } from './notes-in-question.ts';
import { givenThere, isNameTaken, isThereByName, takenName } from './taken-names.ts';

/**
 * The resolutions of a rejected mutation, besides copying and discarding it. `again`: the same once more.
 * `move`: the same in another collection. `restore`: first restore the deleted task or collection, from the
 * device's own rows if the server has purged it. `apart`: the same at the top instead of below another row.
 * `there`: the existing label or section of that name instead of a new one. `mine`, `theirs` or `both`: the
 * notes to keep of lines that both changed.
 */
export type Resolution = 'again' | 'move' | 'restore' | 'apart' | 'there' | NotesChoice;

/** The noun of the deleted row by error code; null for other codes. */
function goneRow(code: RejectionCode): string | null {
  if (code === 'GONE') return 'task';
  if (code === 'PARENT_GONE') return 'task above';
  return code.endsWith('_GONE') ? code.slice(0, -'_GONE'.length).toLowerCase() : null;
}

/** A resolution that is offered first; `choose`: one of those for notes. */
export type FirstResolution = Exclude<Resolution, 'there' | NotesChoice> | 'choose';

/**
 * The first resolution by the present rows, which may differ from those of the rejection. Null without one.
 */
export function resolutionOf(rejection: Rejection, lookup: Lookup): FirstResolution | null {
  const { mutation } = rejection;
  if (!isKnownMutation(mutation) || addBefore(mutation, lookup)) return null;
  const row = rowOf(mutation, lookup);
  const { needs } = remediesOf(mutation);
  // A tombstone that has been purged here as well leaves nothing to bring back.
  if (!row && needs !== 'nothing') return null;
  if (row && !isRowThere(mutation, lookup)) {
    if (isOfPurged(rejection) && !isNameTaken(mutation, lookup)) return 'restore';
    // A purged collection comes back by the resolution of its restoring, which is listed too.
    if (needs === 'live') return isOfCollection(mutation) && lookup.isPurged(row.id) ? null : 'restore';
  }
  const target = targetOf(mutation, lookup);
  if (target !== undefined && !isLive(lookup, target)) return 'move';
  if (isParentGone(mutation, lookup)) return 'apart';
  return notesInQuestion(mutation, lookup) ? 'choose' : 'again';
}

/** A second resolution, since repeating the mutation may not be wanted. */
export function otherResolution(rejection: Rejection, lookup: Lookup): Resolution | null {
  if (resolutionOf(rejection, lookup) !== 'again') return null;
  if (isMisplaced(rejection)) return 'apart';
  return isThereByName(rejection.mutation, lookup) ? 'there' : null;
}

/** The rejected mutation that adds the row of a later one. Both are settled together. */
export function addBefore(mutation: Mutation, lookup: Lookup): AddMutation | undefined {
  if (!isKnownMutation(mutation) || rowOf(mutation, lookup)) return undefined;
  const add = lookup.rejectedAdd(mutation.args.id);
  return add?.id === mutation.id ? undefined : add;
}

/**
 * True for a mutation to send after `add`, once that is sent again: a later change of the added row, or a
 * task in the added collection or below the added task, with its own later changes.
 */
export function isSentAfter(add: Mutation, mutation: Mutation, lookup: Lookup): boolean {
  if (!isKnownMutation(mutation)) return false;
  const before = addBefore(mutation, lookup);
  if (before?.id === add.id) return true;
  const parentId = parentOf(before ?? mutation);
  const above = parentId === null ? undefined : lookup.rejectedAdd(parentId);
  if (above?.id === add.id || (above && isSentAfter(add, above, lookup))) return true;
  return actionOf(add.name) === 'add' && targetOf(before ?? mutation, lookup) === add.args.id;
}

/** The reason of the rejection, and what to do now. */
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
      if (code === 'NOTES_CONFLICT') return 'The notes can now be merged. Retry to keep the change.';
      if (isThereByName(mutation, lookup))
        return `Another ${noun} has this name now. Use that one, or choose another name.`;
      if (isTaken || isNameTaken(mutation, lookup))
        return rejectionText(mutation.name, takenCode(noun as NamedTable));
      if (isMisplaced(rejection)) return misplacedText(rejection);
      if (goneRow(code) !== null)
        return `The ${goneRow(code)} was deleted, and is there again. Retry to keep the change.`;
      if (code === 'SET_BACK')
        return `The server was restored from a backup, and the ${noun} may have changed there since. Retry to replace it with this change, or discard the change.`;
      break;
    case null:
      if (lookup.isPurged(mutation.args.id) && rowOf(mutation, lookup))
        return 'The collection was deleted for good. Add it again to keep the change.';
      if (goneRow(code) !== null)
        return `The ${noun} was deleted for good. Copy what you want to keep of the change.`;
  }
  return rejectionText(mutation.name, code);
}

/**
 * True when the resolution needs a chosen collection first. A restored task returns to its own collection if
 * that is there.
 */
export function needsCollection(resolution: Resolution, mutation: Mutation, lookup: Lookup): boolean {
  if (resolution === 'move') return true;
  return resolution === 'restore' && isOfTask(mutation) && !isLive(lookup, homeOf(mutation, lookup));
}

/**
 * The operations of a resolution in order. Each gets an id of its own, since the server has settled the
 * mutation's id. `collectionId`: the chosen collection, if one is needed.
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
  const { addsAgain, takesBack } = remediesOf(mutation);
  if (!isOfTask(mutation)) {
    const collection = lookup.collection(id);
    if (addsAgain) return collection ? bringBackCollection(collection, lookup, at) : [];
    const name = `${tableOf(mutation.name)}.restore` as 'collection.restore';
    return [{ name, args: { id, at } }, withTime(mutation, at)];
  }
  const home = homeOf(mutation, lookup);
  const target = isLive(lookup, home) ? home : collectionId;
  const task = lookup.task(id);
  // Without the mutation's own effect, which follows.
  const back = (task ? bringBackTask(task, target, lookup, at) : []).filter(
    ({ name, args }) => args.id !== id || (name !== mutation.name && name !== takesBack),
  );
  if (isParentGone(mutation, lookup)) return [...back, apart(mutation, at)];
  // Restoring brings the task to its collection, and an edit with a deleted collection must not undo that.
  return [...back, parentOf(mutation) === null ? moved(mutation, target, at) : withTime(mutation, at)];
}

function textOfPurged(noun: TableName): string {
  const held = noun === 'task' ? 'it' : 'it, with its tasks';
  return `The ${noun} was deleted for good. This device still has ${held}: add it again to keep it.`;
}

function rowOf(mutation: Mutation, lookup: Lookup): AnyRow | undefined {
  const { id } = mutation.args;
  if (isOfTask(mutation)) return lookup.task(id);
  return isOfCollection(mutation) ? lookup.collection(id) : lookup.get(tableOf(mutation.name), id);
}

/** True when the row of the mutation is there. */
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

/** The collection of the task after the mutation. */
function homeOf(mutation: Mutation, lookup: Lookup): string {
  return targetOf(mutation, lookup) ?? lookup.task(mutation.args.id)?.collectionId ?? '';
}

/** The collection that the mutation puts a task into, if any; undefined for one that stays. */
function targetOf(mutation: Mutation, lookup: Lookup): string | undefined {
  // Below another task, it is in that task's collection.
  if (parentOf(mutation) !== null && !isParentGone(mutation, lookup)) return undefined;
  const task = lookup.task(mutation.args.id);
  const isOpen = task !== undefined && doneAtOf(task, lookup) === null;
  return remediesOf(mutation).into?.(mutation.args, { isThere: isRowThere(mutation, lookup), isOpen });
}

function wasNotAdded(collectionId: string | undefined, lookup: Lookup): boolean {
  if (collectionId === undefined || lookup.collection(collectionId)) return false;
  return lookup.rejectedAdd(collectionId) !== undefined;
}

function isLive(lookup: Lookup, collectionId: string): boolean {
  const collection = lookup.collection(collectionId);
  return collection !== undefined && collection.deletedAt === null;
}

/** The same in another collection. A mutation that names none only gets a new time. */
function moved(mutation: Mutation, collectionId: string, at: number): Operation {
  const operation = parentOf(mutation) === null ? mutation : apart(mutation, at);
  return withValues(
    operation,
    (values) => (values.collectionId === undefined ? values : { ...values, collectionId }),
    at,
  );
}

function withTime(mutation: Mutation, at: number): Operation {
  return withValues(mutation, (values) => values, at);
}
