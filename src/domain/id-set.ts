import { isId } from './id.ts';

/**
 * A set of ids as one text, since rows are flat: sorted by characters, without duplicates, with blanks
 * between them; '' is the empty set. Equal sets are equal texts.
 */
export type IdSet = string;

export const ID_SET_SIZE = 100;
/** The length of the largest set: ids of 36 characters with blanks between them. */
export const ID_SET_LENGTH = ID_SET_SIZE * 37 - 1;

/** True for a set in its one form. */
export function isIdSet(value: unknown): value is IdSet {
  if (typeof value !== 'string') return false;
  const ids = idsIn(value);
  return ids.length <= ID_SET_SIZE && ids.every(isId) && idSetOf(ids) === value;
}

/** The set of these ids, without duplicates. */
export function idSetOf(ids: Iterable<string>): IdSet {
  return [...new Set(ids)].toSorted().join(' ');
}

/** The ids in the order of their characters. */
export function idsIn(set: IdSet): readonly string[] {
  return set === '' ? [] : set.split(' ');
}

export function hasId(set: IdSet, id: string): boolean {
  // No id is a part of another, or spans two.
  return set.includes(id);
}

/** True when the set can take `id`: it has the id already, or is not full. */
export function hasRoomFor(set: IdSet, id: string): boolean {
  return hasId(set, id) || idsIn(set).length < ID_SET_SIZE;
}

/** The set with `id` added. Check `hasRoomFor` first. */
export function withId(set: IdSet, id: string): IdSet {
  return idSetOf([...idsIn(set), id]);
}

export function withoutId(set: IdSet, id: string): IdSet {
  return idSetOf(idsIn(set).filter((each) => each !== id));
}
