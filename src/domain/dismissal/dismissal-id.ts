import { hashOf } from '#src/domain/hash.ts';

/**
 * The id of the row that keeps a wording as text in a language: the same on all devices, so that what several of them dismiss is one row.
 * Case and blanks make no difference. Never to be changed: a device of before made the same row.
 */
export function dismissalIdOf(language: string, wording: string): string {
  const key = `${language} ${foldWording(wording)}`;
  const [first, second] = [hashOf(key), hashOf(`${key} `)];
  // It has the version of ids of one's own making, and the variant (RFC 9562, 5.8).
  return `${first.slice(0, 8)}-${first.slice(8, 12)}-8${first.slice(13)}-8${second.slice(1, 4)}-${second.slice(4)}`;
}

/** A wording as it is compared with others. */
export function foldWording(wording: string): string {
  return wording.normalize('NFC').trim().replaceAll(/\s+/gu, ' ').toLowerCase();
}
