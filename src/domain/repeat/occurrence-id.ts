import type { DueText } from '#src/domain/due-text.ts';

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

/** 64 bits in hexadecimal digits, mixed as in cyrb53 (public domain): 1 KB less than SHA-1, and nobody gains by two that are equal. */
function hashOf(text: string): string {
  let [a, b] = [0xdeadbeef, 0x41c6ce57];
  for (let place = 0; place < text.length; place++) {
    const code = text.charCodeAt(place);
    a = Math.imul(a ^ code, 2654435761);
    b = Math.imul(b ^ code, 1597334677);
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  return [a, b].map((half) => (half >>> 0).toString(16).padStart(8, '0')).join('');
}
