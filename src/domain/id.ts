import { v7, validate } from 'uuid';

/** A new unique id (UUID version 7: rows made later sort later, which keeps indexes dense). */
export function newId(): string {
  return v7();
}

/** When `newId` made this id, by the clock there, ms since 1970 UTC. */
export function timeOfId(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
}

/** Whether it is a UUID of any version. */
export function isId(value: unknown): value is string {
  return validate(value);
}
