import { isId } from './id.ts';

/**
 * A set of ids as one text, since rows are flat: the ids in the order of their characters, each once, with blanks between them; '' is the
 * empty set. So equal sets are equal texts.
 */
export type IdSet = string;

/** Ids that a set holds at most. */
export const ID_SET_SIZE = 100;
/** The length of the longest set: ids of 36 characters with blanks between them. */
export const ID_SET_LENGTH = ID_SET_SIZE * 37 - 1;

/** Whether it is a set in the one form that sets have. */
export function isIdSet(value: unknown): value is IdSet {
  if (typeof value !== 'string') return false;
  const ids = idsIn(value);
  return ids.length <= ID_SET_SIZE && ids.every(isId) && idSetOf(ids) === value;
}

/** The set of these ids, of which some may be the same. */
export function idSetOf(ids: Iterable<string>): IdSet {
  return [...new Set(ids)].toSorted().join(' ');
}

/** The ids come in the order of their characters. */
export function idsIn(set: IdSet): readonly string[] {
  return set === '' ? [] : set.split(' ');
}

export function hasId(set: IdSet, id: string): boolean {
  // One id cannot be a part of another, nor lie across two.
  return set.includes(id);
}

/** Whether it stays a set with `id` in it: it holds it already, or is not full. */
export function hasRoomFor(set: IdSet, id: string): boolean {
  return hasId(set, id) || idsIn(set).length < ID_SET_SIZE;
}

/** The set with `id` in it, for which it has room. */
export function withId(set: IdSet, id: string): IdSet {
  return idSetOf([...idsIn(set), id]);
}

export function withoutId(set: IdSet, id: string): IdSet {
  return idSetOf(idsIn(set).filter((each) => each !== id));
}
