import type { Engine } from '#src/server/db/tables.ts';

/** The names of a type on each engine, as Better Auth expects them. */
export function columnTypes(engine: Engine) {
  return engine === 'postgres'
    ? ({ date: 'timestamptz', boolean: 'boolean' } as const)
    : ({ date: 'date', boolean: 'integer' } as const);
}
