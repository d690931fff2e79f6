import Papa from 'papaparse';

export interface CsvRow {
  /** The number of the row as a spreadsheet counts, from 1. */
  readonly number: number;
  readonly cells: readonly string[];
}

export interface CsvTable {
  readonly rows: readonly CsvRow[];
  /** The number of the row whose quote is never closed, so that it holds the rest of the file; null for none. */
  readonly openQuote: number | null;
}

const SEPARATORS = [',', ';', '\t', '|'];

/** The rows of a CSV, also empty ones, with the separator that its first lines have most of. */
export function readCsv(text: string): CsvTable {
  const [line, named] = /^sep=(.)\r?\n/i.exec(text) ?? [''];
  const body = text.slice(line.length);
  const delimiter = named ?? separatorOf(body);
  const { data, errors } = Papa.parse<string[]>(body, { delimiter, skipEmptyLines: false });
  const offset = line === '' ? 1 : 2;
  const open = errors.find(({ code }) => code === 'MissingQuotes');
  return {
    rows: data.map((cells, i) => ({ number: i + offset, cells })),
    openQuote: open ? (open.row ?? 0) + offset : null,
  };
}

/** A row by the names of its columns. */
export interface CsvRecord {
  readonly number: number;
  /** The trimmed value of the first column with one of these names; '' for none. Names are in lower case. */
  readonly get: (...names: readonly string[]) => string;
  /** All columns with a value, by their names. Names and values are as written. */
  readonly all: readonly (readonly [name: string, value: string])[];
}

/** The rows below a header; rows without any value are left out. */
export function recordsBelow(header: CsvRow, rows: readonly CsvRow[]): readonly CsvRecord[] {
  const titles = header.cells.map((cell) => cell.trim());
  const columns = new Map<string, number>();
  for (const [i, title] of titles.entries()) {
    const key = title.toLowerCase();
    if (key !== '' && !columns.has(key)) columns.set(key, i);
  }
  return rows
    .filter(({ number, cells }) => number > header.number && cells.some((cell) => cell.trim() !== ''))
    .map(({ number, cells }) => ({
      number,
      get: (...names) => {
        for (const name of names) {
          const value = cells[columns.get(name) ?? -1]?.trim() ?? '';
          if (value !== '') return value;
        }
        return '';
      },
      get all() {
        return cells.flatMap((cell, i): (readonly [string, string])[] =>
          cell.trim() === '' ? [] : [[titles[i] || `Column ${i + 1}`, cell]],
        );
      },
    }));
}

/** The separator that occurs most, outside quotes, in the beginning of the text. */
function separatorOf(text: string): string {
  const bare = text.slice(0, 20_000).replaceAll(/"[^"]*(?:"|$)/g, '');
  const counts = SEPARATORS.map((each) => bare.split(each).length);
  return SEPARATORS[counts.indexOf(Math.max(...counts))] ?? ',';
}
