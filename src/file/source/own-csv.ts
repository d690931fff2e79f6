/** The columns of the table that Sunglow writes. Columns of the same names from other apps mean the same. */
export const OWN_COLUMNS: readonly string[] = [
  'ID',
  'Name',
  'Description',
  'Collection',
  'Section',
  'Parent',
  'Date',
  'Time',
  'Zone',
  'Duration',
  'Deadline',
  'Priority',
  'Labels',
  'Repeat',
  'Repeat from',
  'Created at',
  'Completed at',
];

/** A beginning that a spreadsheet takes for a formula, behind any apostrophes that guard it. */
const FORMULA = /^'*[=+\-@\t\r＝＋－＠]/u;

/** The cell with an apostrophe before it if a spreadsheet would run it. */
export function guarded(cell: string): string {
  return FORMULA.test(cell) ? `'${cell}` : cell;
}

/** The cell as it was before `guarded`. */
export function unguarded(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell;
}

/** Says if a header is the one that Sunglow writes. */
export function isOwnHeader(cells: readonly string[]): boolean {
  return OWN_COLUMNS.every((name, i) => cells[i]?.trim() === name);
}
