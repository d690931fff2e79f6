import { FILE_LISTS, ofLists, tableOf, type FileLists, type FileListName } from './data-file.ts';
import { declarationOf, type TableName } from '#src/domain/schema/index.ts';
import { ancestorsOf, isThere, type FindRow } from '#src/domain/schema/row.ts';
import { isRecord } from '#src/domain/is-record.ts';
import { idOf, textOf, type Fields } from './file-fields.ts';
import { idHere } from './file-ids.ts';
import type { Here } from './here.ts';
import type { Note, Reason } from './import-plan.ts';

/** An entry of a file, and how to say what becomes of it. */
export interface Entry {
  readonly list: FileListName;
  readonly fields: Fields;
  readonly note: (reason: Reason) => void;
}

/** One that may stand below another of its list. */
export interface TreeEntry {
  readonly fileId: string;
  /** The id in the file; '' for none. */
  readonly parentId: string;
}

/** The entries of a file that is to be imported, with what has been found out of them. */
export class Entries {
  readonly here: Here;
  readonly added = ofLists(() => 0);
  readonly find: FindRow = (table, id) => this.here.get(table, id);
  readonly #file: FileLists;
  readonly #now: number;
  readonly #notes: Note[] = [];
  #untimed = 0;

  constructor(file: FileLists, here: Here, now: number) {
    this.#file = file;
    this.here = here;
    this.#now = now - FILE_LISTS.reduce((sum, list) => sum + file[list].length, 0);
  }

  /** The notes in the order of the file. */
  get notes(): readonly Note[] {
    const order = ({ list }: Note) => FILE_LISTS.indexOf(list);
    return this.#notes.toSorted((a, b) => order(a) - order(b) || a.place - b.place);
  }

  /** When the first was made that says no time. */
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

  /** The id that a row of a file has here; see `idHere`. */
  idHere(table: TableName, fileId: string): string {
    return idHere(
      this.here.userId,
      fileId,
      (id) => this.find(table, id) !== undefined && !this.has(table, id),
    );
  }

  /** The id here of a row that the file names; undefined where it is not there. */
  idIfHere(table: TableName, fileId: string): string | undefined {
    const id = this.idHere(table, fileId);
    return fileId !== '' && this.has(table, id) ? id : undefined;
  }

  /** Whether the row is there. */
  has(table: TableName, id: string): boolean {
    const row = this.find(table, id);
    return row !== undefined && isThere(table, row, this.find);
  }

  /** Whether the user may have one more row of the table. */
  hasRoom(table: TableName): boolean {
    const added = FILE_LISTS.filter((list) => tableOf(list) === table).map((list) => this.added[list]);
    const count = added.reduce((sum, each) => sum + each, this.here.count(table));
    return count < declarationOf(table).limit;
  }

  /** How many rows stand above one that is here. */
  levelHere(table: 'collection' | 'task', id: string): number {
    const row = this.here.get(table, id);
    return row ? ancestorsOf(table, row, this.find).length : 0;
  }

  /** One for each entry that has none, so that they keep their order. */
  nextInstant(): number {
    this.#untimed += 1;
    return this.#now + this.#untimed;
  }
}

/** A setting has no name but its id. */
function nameIn(list: FileListName, fields: Fields): string {
  if (list === 'settings') return idOf(fields['id']);
  return textOf(fields[list === 'dismissals' ? 'wording' : 'name']).trim();
}

/** Whether a row may stand on a level of its table, 0 being that of those that stand below none. */
export function isLevelOf(table: TableName, level: number): boolean {
  return level <= (declarationOf(table).tree?.levels ?? 0);
}

/** The entries, each after the one that it stands below. Where they stand in a circle, one `isCut`: it has to stand below none. */
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
