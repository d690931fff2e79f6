import { chooseNotes, type NotesChoice } from '#src/domain/text/notes/choose-notes.ts';
import { mergeNotes } from '#src/domain/text/notes/merge-notes.ts';
import type { Mutation, Operation } from '#src/tables/operations.ts';
import type { Lookup } from './describe-mutation.ts';

/** The notes of an edit, if the task's notes now have other changes in the same lines; else undefined. */
export function notesInQuestion(mutation: Mutation, lookup: Lookup) {
  if (mutation.name !== 'task.edit') return undefined;
  const { id, base, changes } = mutation.args;
  const [mine, theirs] = [changes.description, lookup.task(id)?.description];
  if (base === undefined || mine === undefined || theirs === undefined) return undefined;
  return mergeNotes(base, theirs, mine) === null ? { base, theirs, mine } : undefined;
}

/**
 * The edit with the chosen notes, based on the task's present notes. Both are no choice when they are too long together
 * by now. The edit is then the rejected one, which this device rejects too: the question stays.
 */
export function withNotes(mutation: Mutation, lookup: Lookup, choice: NotesChoice, at: number): Operation {
  const { name, args } = mutation;
  const notes = notesInQuestion(mutation, lookup);
  if (name !== 'task.edit' || !notes) return { name, args: { ...args, at } } as Operation;
  const description = chooseNotes(notes.base, notes.theirs, notes.mine, choice);
  if (description === null) return { name, args: { ...args, at } };
  return { name, args: { ...args, changes: { ...args.changes, description }, base: notes.theirs, at } };
}
