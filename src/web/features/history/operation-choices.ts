import { capitalized } from '#src/domain/text/capitalized.ts';
import { TABLE_NAMES, type TableName } from '#src/tables/tables.ts';
import { WORDS } from '#src/web/words/words.ts';

interface OperationChoice {
  /** The names of the operations, with commas between them. */
  readonly value: string;
  readonly text: string;
}

/** The kinds of changes by table, tasks first. Operations with the same words are one choice. */
export function operationChoices(): readonly {
  readonly table: string;
  readonly choices: readonly OperationChoice[];
}[] {
  const tables: readonly TableName[] = ['task', ...TABLE_NAMES.filter((name) => name !== 'task')];
  return tables.map((table) => {
    const names = new Map<string, string[]>();
    const operations: Readonly<Record<string, { readonly done: string }>> = WORDS[table].operations;
    for (const [action, { done }] of Object.entries(operations))
      names.set(done, [...(names.get(done) ?? []), `${table}.${action}`]);
    const choices = [...names].map(([done, of]) => ({ value: of.join(','), text: capitalized(done) }));
    return { table: capitalized(`${table}s`), choices };
  });
}
