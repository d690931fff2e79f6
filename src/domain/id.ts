import { v7, validate, version } from 'uuid';

/** A new unique id: UUID version 7. Later rows sort later, which keeps indexes dense. */
export function newId(): string {
  return v7();
}

/**
 * A new unique id that names the whole it is a part of, as a mutation of an import does: UUID version 8. Its last 8
 * digits are those of the id of the whole, which are random in a UUID of version 7. The rest is as in `newId`.
 */
export function newPartId(wholeId: string): string {
  const id = v7();
  return `${id.slice(0, 14)}8${id.slice(15, 28)}${wholeOf(wholeId)}`;
}

/** The digits by which the parts of a whole name it. Null for an id that `newPartId` did not make. */
export function wholeOfPart(id: string): string | null {
  return version(id) === 8 ? wholeOf(id) : null;
}

function wholeOf(id: string): string {
  return id.slice(28);
}

/** The time when `newId` made this id, by the clock of its device, ms since 1970 UTC. */
export function timeOfId(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
}

/** True for a UUID of any version. */
export function isId(value: unknown): value is string {
  return validate(value);
}
