import { isThere } from '#src/tables/task/task.ts';
import { isKnownMutation, type Mutation, type Operation } from '#src/tables/operations.ts';
import type { NamedTable } from '#src/tables/kit/named.ts';
import { declarationOf, isTableName, type TableName } from '#src/tables/tables.ts';
import { actionOf, tableOf } from '#src/web/words/verbs.ts';
import type { Lookup } from './describe-mutation.ts';
import { givenValues, withValues } from './given-values.ts';
import { remediesOf } from './remedies.ts';

/**
 * The name that the mutation gives a collection, section or label, if another one has it now, so that the
 * user has to choose another name.
 */
export function takenName(mutation: Mutation, lookup: Lookup): string | undefined {
  const name = isKnownMutation(mutation) ? nameOf(mutation) : undefined;
  return name !== undefined && isTaken(name, mutation, lookup) ? name : undefined;
}

/** True when another row has the name now. */
export function isTaken(name: string, mutation: Mutation, lookup: Lookup): boolean {
  const id = holderOf(name, mutation, lookup);
  return id !== undefined && id !== mutation.args.id;
}

/** True when the row to restore has the name of another one. */
export function isNameTaken(mutation: Mutation, lookup: Lookup): boolean {
  const table = tableOf(mutation.name);
  if (actionOf(mutation.name) !== 'restore' || !hasUniqueNames(table)) return false;
  const row = lookup.get(table, mutation.args.id);
  return row !== undefined && isTaken(row.name, mutation, lookup);
}

/** The same mutation with this name, if it gives one. */
export function renamed(mutation: Mutation, name: string): Mutation {
  if (nameOf(mutation) === undefined) return mutation;
  return { ...mutation, ...withValues(mutation, (values) => ({ ...values, name }), mutation.args.at) };
}

/**
 * True when the mutation adds a label or section with the name of an existing one, which tasks may get
 * instead.
 */
export function isThereByName(mutation: Mutation, lookup: Lookup): boolean {
  return remediesOf(mutation).useExisting !== undefined && takenName(mutation, lookup) !== undefined;
}

/** Tasks that use the rejected label or section get the existing one of that name. */
export function givenThere(mutation: Mutation, lookup: Lookup, at: number): Operation[] {
  const existing = holderOf(nameOf(mutation) ?? '', mutation, lookup);
  const { useExisting } = remediesOf(mutation);
  if (existing === undefined || !useExisting) return [];
  return lookup
    .rows('task')
    .filter((task) => isThere(task, lookup))
    .flatMap((task): Operation[] => {
      const change = useExisting(task, mutation.args.id, existing);
      return change ? [{ name: change.name, args: { ...change.args, at } } as Operation] : [];
    });
}

/** The name that the mutation gives, in a table with unique names. */
function nameOf(mutation: Mutation): string | undefined {
  return hasUniqueNames(tableOf(mutation.name)) ? givenValues(mutation).name : undefined;
}

function hasUniqueNames(table: TableName): table is NamedTable {
  return isTableName(table) && declarationOf(table).unique?.column === 'name';
}

/** The id of the row with the name; of sections, in the same collection. */
function holderOf(name: string, mutation: Mutation, lookup: Lookup): string | undefined {
  const table = tableOf(mutation.name) as NamedTable;
  if (table !== 'section') return lookup.named(table, name);
  const { collectionId } = givenValues(mutation);
  return lookup.named(table, name, collectionId ?? lookup.get(table, mutation.args.id)?.collectionId);
}
