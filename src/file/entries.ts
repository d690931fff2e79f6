import { FILE_LISTS, ofLists, tableOf, type FileLists, type FileListName } from './data-file.ts';
import { declarationOf, type TableName } from '#src/tables/tables.ts';
import { ancestorsOf, isThere, type FindRow } from '#src/tables/kit/row.ts';
import { isRecord } from '#src/domain/is-record.ts';
import { idOf, textOf, type Fields } from './file-fields.ts';
import { idHere } from './file-ids.ts';
import type { ExistingRows } from './existing-rows.ts';
import type { Note, Reason } from './import-plan.ts';

/** An entry of a file, and a function to note its result. */
export interface Entry {
  readonly list: FileListName;
  readonly fields: Fields;
  readonly note: (reason: Reason) => void;
}

/** An entry that may have a parent in its list. */
export interface TreeEntry {
  readonly fileId: string;
  /** The id in the file; '' for none. */
  readonly parentId: string;
}

/** The entries of an imported file, with the results so far. */
export class Entries {
  readonly existing: ExistingRows;
  readonly added = ofLists(() => 0);
  readonly find: FindRow = (table, id) => this.existing.get(table, id);
  readonly #file: FileLists;
  readonly #now: number;
  readonly #notes: Note[] = [];
  #untimed = 0;

  constructor(file: FileLists, existing: ExistingRows, now: number) {
    this.#file = file;
    this.existing = existing;
    this.#now = now - FILE_LISTS.reduce((sum, list) => sum + file[list].length, 0);
  }

  /** The notes in the order of the file. */
  get notes(): readonly Note[] {
    const order = ({ list }: Note) => FILE_LISTS.indexOf(list);
    return this.#notes.toSorted((a, b) => order(a) - order(b) || a.place - b.place);
  }

  /** The creation time of the first entry without one. */
  get start(): number {
    return this.#now;
  }

  of(list: FileListName): Entry[] {
    return this.#file[list].map((entry, index) => {
      const fields: Fields = isRecord(entry) ? entry : {};
      const name = nameIn(list, fields);
      return {
        list,
        fields,
        note: (reason) => this.#notes.push({ list, place: index + 1, name, reason }),
      };
    });
  }

  /** The local id of a row in the file; see `idHere`. */
  idHere(table: TableName, fileId: string): string {
    return idHere(
      this.existing.userId,
      fileId,
      (id) => this.find(table, id) !== undefined && !this.has(table, id),
    );
  }

  /** The local id of a row in the file; undefined if it does not exist here. */
  idIfHere(table: TableName, fileId: string): string | undefined {
    const id = this.idHere(table, fileId);
    return fileId !== '' && this.has(table, id) ? id : undefined;
  }

  /** True if the row exists. */
  has(table: TableName, id: string): boolean {
    const row = this.find(table, id);
    return row !== undefined && isThere(table, row, this.find);
  }

  /** True if the user may have another row of the table. */
  hasRoom(table: TableName): boolean {
    const added = FILE_LISTS.filter((list) => tableOf(list) === table).map((list) => this.added[list]);
    const count = added.reduce((sum, each) => sum + each, this.existing.count(table));
    return count < declarationOf(table).limit;
  }

  /** The number of ancestors of an existing row. */
  levelHere(table: 'collection' | 'task', id: string): number {
    const row = this.existing.get(table, id);
    return row ? ancestorsOf(table, row, this.find).length : 0;
  }

  /** A later time for each entry without one, so that they keep their order. */
  nextInstant(): number {
    this.#untimed += 1;
    return this.#now + this.#untimed;
  }
}

/** The only name of a setting is its id. */
function nameIn(list: FileListName, fields: Fields): string {
  if (list === 'settings') return idOf(fields['id']);
  return textOf(fields[list === 'dismissals' ? 'wording' : 'name']).trim();
}

/** True if a row may be on this level of its table; 0 is the level of rows without a parent. */
export function isLevelOf(table: TableName, level: number): boolean {
  return level <= (declarationOf(table).tree?.levels ?? 0);
}

/** The entries, each after its parent. In a circle one entry has `isCut`: it must have no parent. */
export function parentsFirst<E extends TreeEntry>(
  entries: readonly E[],
): { readonly entry: E; readonly isCut: boolean }[] {
  const byId = new Map(entries.map((entry) => [entry.fileId, entry]));
  const seen = new Set<E>();
  const sorted: { entry: E; isCut: boolean }[] = [];
  for (const entry of entries) {
    const chain: E[] = [];
    let at: E | undefined = entry;
    for (; at && !seen.has(at); at = byId.get(at.parentId)) {
      seen.add(at);
      chain.push(at);
    }
    const isCircle = at !== undefined && chain.includes(at);
    for (const each of chain.toReversed())
      sorted.push({ entry: each, isCut: isCircle && each === chain.at(-1) });
  }
  return sorted;
}
