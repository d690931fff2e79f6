import type { CalendarDay } from '#src/domain/time/calendar-day.ts';
import type { Rows } from '#src/tables/tables.ts';
import { fold } from '#src/domain/text/fold.ts';

/** A day, or all days from the first to the last. */
export interface Days {
  readonly first: CalendarDay;
  readonly last: CalendarDay;
}

/**
 * The rows and the day that give the names and days of a query their meaning for a user. Only rows that are
 * there.
 */
export interface QueryContext {
  readonly today: CalendarDay;
  readonly readDays: (text: string) => Days | null;
  readonly collections: readonly Pick<Rows['collection'], 'id' | 'name' | 'parentId'>[];
  readonly sections: readonly Pick<Rows['section'], 'id' | 'name' | 'collectionId'>[];
  readonly labels: readonly Pick<Rows['label'], 'id' | 'name'>[];
}

/** The kinds of rows that a query can name. */
export type NamedKind = 'collection' | 'section' | 'label';

export function rowsOf(kind: NamedKind, { collections, sections, labels }: QueryContext) {
  return kind === 'collection' ? collections : kind === 'label' ? labels : sections;
}

/**
 * The rows with that name, or else the rows whose name differs only in case or accents, or else the ones that fit its `*`, each for any
 * characters.
 */
export function named<Row extends { readonly name: string }>(
  rows: readonly Row[],
  name: string,
): readonly Row[] {
  const written = name.normalize('NFC');
  const exact = rows.filter((row) => row.name === written);
  if (exact.length > 0) return exact;
  const folded = fold(name);
  const alike = rows.filter((row) => foldedName(row) === folded);
  if (alike.length > 0 || !name.includes('*')) return alike;
  const parts = folded.split('*');
  return rows.filter((row) => fits(foldedName(row), parts));
}

/** The folded names of rows. A row with another name is another object. */
const foldedNames = new WeakMap<object, string>();

function foldedName(row: { readonly name: string }): string {
  const known = foldedNames.get(row);
  if (known !== undefined) return known;
  const folded = fold(row.name);
  foldedNames.set(row, folded);
  return folded;
}

/** True for a text with these parts in their order, the first at its beginning and the last at its end. */
function fits(text: string, parts: readonly string[]): boolean {
  const [first = '', ...rest] = parts;
  const last = rest.pop() ?? '';
  if (!text.startsWith(first)) return false;
  let at = first.length;
  for (const part of rest) {
    const found = text.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return text.length - last.length >= at && text.endsWith(last);
}
