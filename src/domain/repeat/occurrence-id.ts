import type { DueText } from './due-text.ts';
import { hashOf } from '#src/domain/hash.ts';

/**
 * The id of the row that remains when a repeating task is completed for its time `due`. It is the same on all
 * devices, so that several completions of that time make one row. Never change it: other versions of the app
 * make the same id.
 */
export function occurrenceIdOf(taskId: string, due: DueText): string {
  return idWithin(taskId, due);
}

/** An id that follows from another id and a text. */
export function idWithin(id: string, text: string): string {
  const digits = hashOf(`${id} ${text}`);
  // The first half is that of the other id, with version and variant, so that an index holds the rows of a
  // series together.
  return `${id.slice(0, 20)}${digits.slice(1, 4)}-${digits.slice(4)}`;
}
