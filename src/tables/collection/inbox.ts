import type { ColorHex } from '#src/domain/colors.ts';
import type { Collection } from './collection.ts';

/** The collection of tasks whose users name none. Blue-Gray. */
export const INBOX: { readonly name: string; readonly color: ColorHex } = { name: 'Inbox', color: '#C8C8CD' };

type Named = Pick<Collection, 'id' | 'name'>;

/**
 * The collection of a new task whose user names none (rule Q8): the last used one, else the first Inbox. Null if neither is there, or
 * only among the archived ones: a new Inbox is added with the task.
 */
export function homeOf(
  collections: readonly Named[],
  isArchived: (collectionId: string) => boolean,
  lastUsed: string | null,
): string | null {
  const last = collections.find(({ id }) => id === lastUsed);
  if (last && !isArchived(last.id)) return last.id;
  return collections.find(({ id, name }) => /^Inbox(?: \d+)?$/.test(name) && !isArchived(id))?.id ?? null;
}

/** The name of a new Inbox: names of collections are unique, and archived ones keep theirs. */
export function newInboxName(collections: readonly Named[]): string {
  const names = new Set(collections.map(({ name }) => name));
  let name = INBOX.name;
  for (let count = 2; names.has(name); count++) name = `${INBOX.name} ${count}`;
  return name;
}
