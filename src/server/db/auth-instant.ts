import type { Engine } from './tables.ts';

/** An instant (ms since 1970 UTC) as Better Auth stores it. */
export function authInstant(engine: Engine, at: number): Date | string {
  const date = new Date(at);
  return engine === 'sqlite' ? date.toISOString() : date;
}
