import type { CalendarDay } from '#src/domain/time/calendar-day.ts';
import type { Rows } from '#src/tables/tables.ts';
import { fold } from '#src/domain/text/fold.ts';

/**
 * The rows and the day that give the names and days of a query their meaning for a user. Only rows that are
 * there.
 */
export interface QueryContext {
  readonly today: CalendarDay;
  readonly readDay: (text: string) => CalendarDay | null;
  readonly collections: readonly Pick<Rows['collection'], 'id' | 'name' | 'parentId'>[];
  readonly sections: readonly Pick<Rows['section'], 'id' | 'name' | 'collectionId'>[];
  readonly labels: readonly Pick<Rows['label'], 'id' | 'name'>[];
}

/** The kinds of rows that a query can name. */
export type NamedKind = 'collection' | 'section' | 'label';

export function rowsOf(kind: NamedKind, { collections, sections, labels }: QueryContext) {
  return kind === 'collection' ? collections : kind === 'label' ? labels : sections;
}

/** The rows with that name, or else the rows whose name differs only in case or accents. */
export function named<Row extends { readonly name: string }>(
  rows: readonly Row[],
  name: string,
): readonly Row[] {
  const exact = rows.filter((row) => row.name === name.normalize('NFC'));
  return exact.length > 0 ? exact : rows.filter((row) => fold(row.name) === fold(name));
}
