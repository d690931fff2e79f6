import { v7, validate } from 'uuid';

/** A new unique id: UUID version 7. Later rows sort later, which keeps indexes dense. */
export function newId(): string {
  return v7();
}

/** The time when `newId` made this id, by the clock of its device, ms since 1970 UTC. */
export function timeOfId(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
}

/** True for a UUID of any version. */
export function isId(value: unknown): value is string {
  return validate(value);
}
