import { v7, validate } from 'uuid';

/** A new unique id (UUID version 7: rows made later sort later, which keeps indexes dense). */
export function newId(): string {
  return v7();
}

/** Whether it is a UUID of any version. */
export function isId(value: unknown): value is string {
  return validate(value);
}
