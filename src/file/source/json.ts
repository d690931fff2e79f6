import { isRecord } from '#src/domain/is-record.ts';
import { idOf, type Fields } from '#src/file/file-fields.ts';

/** The objects of a list, or of an object by key; none of any other value. */
export function entriesIn(value: unknown): readonly Fields[] {
  return isRecord(value) ? Object.values(value).filter((each): each is Fields => isFields(each)) : [];
}

export function isFields(value: unknown): value is Fields {
  return isRecord(value) && !Array.isArray(value);
}

/** The object in a field; an empty one for any other value. */
export function fieldsIn(value: unknown): Fields {
  return isFields(value) ? value : {};
}

/** The texts of a list. */
export function textsIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(idOf).filter((each) => each !== '') : [];
}

/** The number of a field, also as text; null for any other value. */
export function numberIn(value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}

/** By a number in a field, those without one last. */
export function byNumber(field: string): (a: Fields, b: Fields) => number {
  const orderOf = (fields: Fields) => numberIn(fields[field]) ?? Number.MAX_VALUE;
  return (a, b) => orderOf(a) - orderOf(b);
}
