import type { CalendarDay } from '#src/domain/calendar-day.ts';
import type { Rows } from '#src/domain/schema/index.ts';
import { fold } from '#src/domain/fold.ts';

/** What the names and days of a query mean to a user at a moment: rows that are there. */
export interface QueryContext {
  readonly today: CalendarDay;
  readonly readDay: (text: string) => CalendarDay | null;
  readonly collections: readonly Pick<Rows['collection'], 'id' | 'name' | 'parentId'>[];
  readonly sections: readonly Pick<Rows['section'], 'id' | 'name' | 'collectionId'>[];
  readonly labels: readonly Pick<Rows['label'], 'id' | 'name'>[];
}

/** What a query names. */
export type NamedKind = 'collection' | 'section' | 'label';

export function rowsOf(kind: NamedKind, { collections, sections, labels }: QueryContext) {
  return kind === 'collection' ? collections : kind === 'label' ? labels : sections;
}

/** Those of that name; where there is none, those whose name differs in case or accents alone. */
export function named<Row extends { readonly name: string }>(
  rows: readonly Row[],
  name: string,
): readonly Row[] {
  const exact = rows.filter((row) => row.name === name.normalize('NFC'));
  return exact.length > 0 ? exact : rows.filter((row) => fold(row.name) === fold(name));
}
