import { isBlank } from '#src/domain/text/names.ts';
import { InvalidValue } from '#src/tables/kit/column.ts';
import { columnsOf, declarationOf, type TableName } from '#src/tables/tables.ts';
import { readSettable } from '#src/tables/filed.ts';
import { parseArgs, type MutatorName, type Operation } from '#src/tables/operations.ts';
import type { FileTable } from './data-file.ts';
import type { Entries } from './entries.ts';
import { idOf, instantOf, nameOf, type Fields } from './file-fields.ts';
import type { Reason } from './import-plan.ts';

/** The tables with an operation `<table>.add` whose arguments are the id, the settable columns and a time. */
type AddedTable = { [T in FileTable]: `${T}.add` extends MutatorName ? T : never }[FileTable];

/** The local id of a row in the file that exists or is added. */
export type FindId = (table: TableName, fileId: string) => string | undefined;

/**
 * Plans the rows of a table without a plan of its own. Only ids tell its rows apart. The operation checks the
 * values; an invalid one becomes the column's default.
 */
export function planRows(entries: Entries, table: AddedTable, findId: FindId): readonly Operation[] {
  const seen = new Set<string>();
  const look = (fields: Fields): Operation | Reason => {
    const fileId = idOf(fields['id']);
    if (fileId === '') return Object.keys(fields).length === 0 ? 'NO_ENTRY' : 'NO_ID';
    if (seen.has(fileId)) return 'TWICE';
    seen.add(fileId);
    const id = entries.idHere(table, fileId);
    if (entries.existing.get(table, id)) return 'ALREADY_HERE';
    const named = nameIn(table, fields);
    if (typeof named === 'string') return named;
    const references = referencesIn(table, fields, findId);
    if (!references) return 'NO_OWNER';
    if (!entries.hasRoom(table)) return 'TABLE_LIMIT';
    const at = instantOf(fields['createdAt']) ?? entries.nextInstant();
    const args = { ...readSettable(table, fields), ...named, ...references, id, at };
    return operationOf(table, args) ?? 'WRONG_ENTRY';
  };
  return entries.of(`${table}s`).flatMap(({ list, fields, note }) => {
    const operation = look(fields);
    if (typeof operation !== 'string') {
      entries.added[list] += 1;
      return [operation];
    }
    note(operation);
    return [];
  });
}

/** The normalized name, or the reason against it; empty for a table without names. */
function nameIn(table: TableName, fields: Fields): { readonly name?: string } | Reason {
  const column = declarationOf(table).columns['name'];
  if (!column) return {};
  const name = nameOf(fields['name']);
  if (isBlank(name)) return 'NO_NAME';
  return name.length > (column.maxLength ?? Infinity) ? 'NAME_TOO_LONG' : { name };
}

/** The local ids of the rows that an entry refers to. Null if a required one is missing. */
function referencesIn(
  table: TableName,
  fields: Fields,
  findId: FindId,
): Readonly<Record<string, string | null>> | null {
  const ids: Record<string, string | null> = {};
  for (const [name, { references, default: otherwise }] of columnsOf(table)) {
    if (references === null) continue;
    const id = findId(references as TableName, idOf(fields[name]));
    if (id === undefined && otherwise === undefined) return null;
    ids[name] = id ?? null;
  }
  return ids;
}

/** Null if the operation rejects the arguments. */
function operationOf(table: AddedTable, args: object): Operation | null {
  const name = `${table}.add` as const;
  try {
    return { name, args: parseArgs(name, args) } as Operation;
  } catch (error) {
    if (error instanceof InvalidValue) return null;
    throw error;
  }
}
