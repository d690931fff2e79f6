import type { Operation } from '#src/tables/operations.ts';

/** The values that several tables have and a remedy may replace. */
export interface Values {
  readonly name?: string;
  readonly collectionId?: string;
  readonly parentId?: string | null;
  readonly place?: string;
}

/** The values that a mutation gives its row. */
export function givenValues({ args }: Operation): Values {
  return ('changes' in args ? args.changes : args) as Values;
}

/** The operation at another time and with other values. */
export function withValues(operation: Operation, change: (values: Values) => Values, at: number): Operation {
  const { name, args } = operation;
  const values = change(givenValues(operation));
  const given = 'changes' in args ? { ...args, changes: values } : values;
  return { name, args: { ...given, at } } as Operation;
}
