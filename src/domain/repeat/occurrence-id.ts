import type { DueText } from '#src/domain/due-text.ts';
import { hashOf } from '#src/domain/hash.ts';

/**
 * The id of the row that a repeating task leaves behind when it is completed for the time that is due at `due`: the same on all devices, so
 * that what several of them complete is one row. Never to be changed: a device of before makes the other half of it.
 */
export function occurrenceIdOf(taskId: string, due: DueText): string {
  return idWithin(taskId, due);
}

/** An id that follows from another one and a text. */
export function idWithin(id: string, text: string): string {
  const digits = hashOf(`${id} ${text}`);
  // Its first half, with the version and the variant, is that of the other: rows of one series lie together in an index.
  return `${id.slice(0, 20)}${digits.slice(1, 4)}-${digits.slice(4)}`;
}
