import { hashOf } from '#src/domain/hash.ts';

/**
 * The id of the dismissal row for a wording in a language: the same on all devices, so that several devices
 * that dismiss it write one row. Case and spaces do not matter. Never change it: older devices make the same
 * id.
 */
export function dismissalIdOf(language: string, wording: string): string {
  const key = `${language} ${foldWording(wording)}`;
  const [first, second] = [hashOf(key), hashOf(`${key} `)];
  // Version 8 marks a custom id; the variant is that of RFC 9562 (5.8).
  return `${first.slice(0, 8)}-${first.slice(8, 12)}-8${first.slice(13)}-8${second.slice(1, 4)}-${second.slice(4)}`;
}

/** The form of a wording for comparisons. */
export function foldWording(wording: string): string {
  return wording.normalize('NFC').trim().replaceAll(/\s+/gu, ' ').toLowerCase();
}
