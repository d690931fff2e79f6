import type { Engine } from '#src/server/db/tables.ts';

/** What the engines call the same thing, as Better Auth expects it to be stored. */
export function columnTypes(engine: Engine) {
  return engine === 'postgres'
    ? ({ date: 'timestamptz', boolean: 'boolean' } as const)
    : ({ date: 'date', boolean: 'integer' } as const);
}
