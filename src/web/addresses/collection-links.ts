import { LABEL, PROJECT } from '#src/domain/screen-paths.ts';
import type { Collection } from '#src/tables/collection/collection.ts';
import { repairPath } from './links.ts';

/** The state of a navigation that only corrects the address of the open page. Scroll and focus stay. */
export const SAME_PAGE = { isSamePage: true };

export function isSamePage(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'isSamePage' in state;
}

interface Named {
  readonly id: string;
  readonly name: string;
}

/**
 * The path of a collection: its name, encoded. Browsers resolve the segments `.` and `..`, even encoded, so
 * that collections of these names use their id.
 */
export function collectionLink(collection: Named): string {
  return PROJECT + segmentOf(collection);
}

/** The path of a label, in the same form. */
export function labelLink(label: Named): string {
  return LABEL + segmentOf(label);
}

function segmentOf({ id, name }: Named): string {
  return name === '.' || name === '..' ? id : encodeURIComponent(name.toWellFormed());
}

/**
 * The state of a collection's page in the history, so that going back finds the collection under any later
 * name.
 */
export function collectionState({ id }: Pick<Collection, 'id'>) {
  return { collectionId: id };
}

/**
 * The name or id in a collection's path; null for another path, '' for an empty name. Decodes all of the raw
 * path after its base, since a name may contain slashes.
 */
export function collectionKey(pathname: string): string | null {
  return keyAfter(PROJECT, pathname);
}

/** The name or id in a label's path, in the same form. */
export function labelKey(pathname: string): string | null {
  return keyAfter(LABEL, pathname);
}

function keyAfter(base: string, pathname: string): string | null {
  if (!pathname.toLowerCase().startsWith(base)) {
    return pathname.toLowerCase() === base.slice(0, -1) ? '' : null;
  }
  return decodeURIComponent(repairPath(pathname.slice(base.length)));
}

/**
 * The collection or label of a place in the history: the one in its `state`, or else the one of its key, by
 * exact name, by id, or without a trailing slash, which people leave there.
 */
export function findNamed<Row extends Named>(
  key: string,
  rows: readonly Row[],
  state: unknown = null,
): Row | undefined {
  const visited = typeof state === 'object' && state && 'collectionId' in state ? state.collectionId : null;
  return (
    rows.find(({ id }) => id === visited) ??
    rows.find(({ name }) => name === key) ??
    rows.find(({ id }) => id === key) ??
    (key.endsWith('/') ? findNamed(key.slice(0, -1), rows) : undefined)
  );
}
