import type { ColorHex } from '#src/domain/colors.ts';
import { inOneForm, isBlank } from '#src/domain/text/names.ts';
import { declarationOf, type Rows, type TableName } from '#src/tables/tables.ts';
import { readSettable } from '#src/tables/filed.ts';
import type { Operation } from '#src/tables/operations.ts';
import { isLevelOf, parentsFirst, type Entries, type Entry, type TreeEntry } from './entries.ts';
import { colorOf, idOf, instantOf, nameOf } from './file-fields.ts';
import type { Reason } from './import-plan.ts';

const NAMED_TABLES = ['collection', 'section', 'label'] as const satisfies readonly TableName[];

type NamedTable = (typeof NAMED_TABLES)[number];

export function isNamed(table: TableName): table is NamedTable {
  return (NAMED_TABLES as readonly TableName[]).includes(table);
}

/** Replaces unknown colors. */
export const SPARE_COLOR: ColorHex = '#C8C8CD';

/** The collections, sections and labels of a file, for its tasks to look up. */
export interface NamedPlan {
  readonly operations: readonly Operation[];
  /** The local id of a row in the file, if it exists or is added. */
  readonly idOf: (table: NamedTable, fileId: string) => string | undefined;
  /** The local ids of collections, existing or added, by name. */
  readonly collectionIds: ReadonlyMap<string, string>;
  /** The local collection of a section that exists or is added. */
  readonly collectionOf: (sectionId: string) => string | undefined;
}

/** Plans the collections, sections and labels of a file. Rows of one name are merged. */
export function planNamed(entries: Entries): NamedPlan {
  return new NamedPlanner(entries).plan();
}

interface NewRow {
  readonly id: string;
  readonly name: string;
  readonly at: number;
}

class NamedPlanner {
  readonly #entries: Entries;
  readonly #operations: Operation[] = [];
  /** Local ids by the ids in the file. */
  readonly #ids = { collection: new Map<string, string>(), section: new Map(), label: new Map() };
  readonly #collectionNames: Map<string, string>;
  readonly #sectionsHere: ReadonlyMap<string, readonly Rows['section'][]>;
  /** The key is the local id of their collection. */
  readonly #sectionNames = new Map<string, Map<string, string>>();
  readonly #newSections = new Map<string, string>();

  constructor(entries: Entries) {
    this.#entries = entries;
    this.#collectionNames = idsByName(entries.existing.rows('collection'));
    this.#sectionsHere = Map.groupBy(entries.existing.rows('section'), ({ collectionId }) => collectionId);
  }

  plan(): NamedPlan {
    this.#planCollections();
    for (const entry of this.#entries.of('sections')) this.#addSection(entry);
    this.#planLabels();
    return {
      operations: this.#operations,
      idOf: (table, fileId) => this.#idOf(table, fileId),
      collectionIds: this.#collectionNames,
      collectionOf: (sectionId) =>
        this.#newSections.get(sectionId) ?? this.#entries.existing.get('section', sectionId)?.collectionId,
    };
  }

  #planCollections(): void {
    const added: (TreeEntry & { readonly id: string; readonly at: number; readonly entry: Entry })[] = [];
    for (const entry of this.#entries.of('collections')) {
      const row = this.#take('collection', entry, this.#collectionNames);
      if (!row) continue;
      const { fields } = entry;
      const { position: _, parentId: __, ...values } = readSettable('collection', fields);
      const { at, ...args } = { ...values, ...row, color: colorIn(entry) };
      this.#operations.push({ name: 'collection.add', args: { ...args, at } });
      added.push({ fileId: idOf(fields['id']), parentId: idOf(fields['parentId']), id: row.id, at, entry });
    }
    // Parents and levels can be found once all collections are planned.
    const levels = new Map<string, number>();
    for (const { entry: each, isCut } of parentsFirst(added)) {
      const { position } = readSettable('collection', each.entry.fields);
      const parentId = this.#parentOf(each.parentId, isCut, levels, each.entry.note);
      levels.set(each.id, parentId === null ? 0 : this.#levelOf(parentId, levels) + 1);
      const changes = { ...(position !== undefined && { position }), ...(parentId !== null && { parentId }) };
      if (Object.keys(changes).length > 0)
        this.#operations.push({ name: 'collection.edit', args: { id: each.id, changes, at: each.at } });
    }
  }

  /** Null, with a note, if the file's parent is not possible. */
  #parentOf(
    fileId: string,
    isCut: boolean,
    levels: ReadonlyMap<string, number>,
    note: (reason: Reason) => void,
  ): string | null {
    if (fileId === '') return null;
    const id = this.#idOf('collection', fileId);
    const reason = isCut
      ? 'CIRCLE'
      : id === undefined
        ? 'NO_PARENT'
        : isLevelOf('collection', this.#levelOf(id, levels) + 1)
          ? null
          : 'TOO_DEEP';
    if (reason === null) return id ?? null;
    note(reason);
    return null;
  }

  #levelOf(id: string, levels: ReadonlyMap<string, number>): number {
    return levels.get(id) ?? this.#entries.levelHere('collection', id);
  }

  #addSection(entry: Entry): void {
    const collectionId = this.#idOf('collection', idOf(entry.fields['collectionId']));
    const row = this.#take('section', entry, collectionId === undefined ? null : this.#namesIn(collectionId));
    if (!row || collectionId === undefined) return;
    this.#newSections.set(row.id, collectionId);
    const args = { ...readSettable('section', entry.fields), ...row, collectionId };
    this.#operations.push({ name: 'section.add', args });
  }

  #namesIn(collectionId: string): Map<string, string> {
    const names =
      this.#sectionNames.get(collectionId) ?? idsByName(this.#sectionsHere.get(collectionId) ?? []);
    this.#sectionNames.set(collectionId, names);
    return names;
  }

  #planLabels(): void {
    const names = idsByName(this.#entries.existing.rows('label'));
    for (const entry of this.#entries.of('labels')) {
      const row = this.#take('label', entry, names);
      if (!row) continue;
      const args = { ...readSettable('label', entry.fields), ...row, color: colorIn(entry) };
      this.#operations.push({ name: 'label.add', args });
    }
  }

  /** The local id of a row in the file; undefined if there is none. */
  #idOf(table: NamedTable, fileId: string): string | undefined {
    const known = this.#ids[table].get(fileId);
    if (known !== undefined || fileId === '') return known;
    const id = this.#entries.idHere(table, fileId);
    return this.#entries.existing.get(table, id) ? id : undefined;
  }

  /**
   * The row to add for an entry; null to add none. `names`: the ids of its siblings by name, null without a
   * known collection.
   */
  #take(table: NamedTable, { list, fields, note }: Entry, names: Map<string, string> | null): NewRow | null {
    const ids: Map<string, string> = this.#ids[table];
    const reject = (reason: Reason) => {
      note(reason);
      return null;
    };
    const fileId = idOf(fields['id']);
    if (fileId === '') return reject(Object.keys(fields).length === 0 ? 'NO_ENTRY' : 'NO_ID');
    if (ids.has(fileId)) return reject('TWICE');
    const id = this.#entries.idHere(table, fileId);
    if (this.#entries.existing.get(table, id)) {
      ids.set(fileId, id);
      return reject('ALREADY_HERE');
    }
    const name = nameOf(fields['name']);
    if (isBlank(name)) return reject('NO_NAME');
    if (name.length > lengthOfName(table)) return reject('NAME_TOO_LONG');
    if (!names) return reject('NO_COLLECTION');
    const namesake = names.get(name);
    if (namesake !== undefined) {
      ids.set(fileId, namesake);
      return reject('MERGED');
    }
    if (!this.#entries.hasRoom(table)) return reject('TABLE_LIMIT');
    this.#entries.added[list] += 1;
    ids.set(fileId, id);
    names.set(name, id);
    return { id, name, at: instantOf(fields['createdAt']) ?? this.#entries.nextInstant() };
  }
}

function lengthOfName(table: NamedTable): number {
  return declarationOf(table).columns['name']?.maxLength ?? 0;
}

function colorIn({ fields, note }: Entry): ColorHex {
  const color = colorOf(fields['color']);
  if (!color) note('OTHER_COLOR');
  return color ?? SPARE_COLOR;
}

function idsByName(rows: readonly { readonly id: string; readonly name: string }[]): Map<string, string> {
  return new Map(rows.map(({ id, name }) => [inOneForm(name), id]));
}
