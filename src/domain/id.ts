import { v7 } from 'uuid';

/** A new unique id (UUID version 7: rows made later sort later, which keeps indexes dense). */
export function newId(): string {
  return v7();
}
