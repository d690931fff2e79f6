import type { Collection } from '#src/domain/collection.ts';
import { repairPath } from './links.ts';

/** The state of a navigation that only mends the address of the page that is open: reader and focus stay where they are. */
export const SAME_PAGE = { isSamePage: true };

export function isSamePage(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'isSamePage' in state;
}

const PROJECT = '/app/project/';
const LABEL = '/app/label/';

interface Named {
  readonly id: string;
  readonly name: string;
}

/**
 * The path of a collection: its name, encoded. Browsers resolve the segments `.` and `..` away, encoded or not, so
 * collections of these names go by their id.
 */
export function collectionLink(collection: Named): string {
  return PROJECT + segmentOf(collection);
}

/** The path of a label, in the same way. */
export function labelLink(label: Named): string {
  return LABEL + segmentOf(label);
}

function segmentOf({ id, name }: Named): string {
  return name === '.' || name === '..' ? id : encodeURIComponent(name.toWellFormed());
}

/** What its place in the history knows of a collection: going back finds it, whatever it is called by then. */
export function collectionState({ id }: Pick<Collection, 'id'>) {
  return { collectionId: id };
}

/**
 * The name or id that a collection's path carries; null when the path is none, '' when it names nothing. Reads the raw
 * path, since the router's own parameters leave a literal `%2F` and an encoded slash looking alike.
 */
export function collectionKey(pathname: string): string | null {
  return keyAfter(PROJECT, pathname);
}

/** The name or id that a label's path carries, in the same way. */
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
 * The collection, or label, that a place in the history is of: the one that its `state` knows; or what its key stands for, by exact name,
 * else by id, else without the slash at its end, which people leave there.
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
