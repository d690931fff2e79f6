import { COLORS, type ColorHex } from '#src/domain/colors.ts';

/** Labels and sections that are created with a task, as text that a draft can keep: a line each, of id and name. */

/** The names by id. */
export function namedIn(added: string): ReadonlyMap<string, string> {
  const lines = added === '' ? [] : added.split('\n');
  return new Map(lines.map((line) => [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)]));
}

/** Adds a label or a section. `name` has one line, as cleanName returns it. */
export function withNamed(added: string, id: string, name: string): string {
  return added === '' ? `${id} ${name}` : `${added}\n${id} ${name}`;
}

/** The color of a new label or collection. It follows from the id, so that it stays the same when the row is stored. */
export function colorOfNew(id: string): ColorHex {
  const color = COLORS[Number.parseInt(id.slice(-4), 16) % COLORS.length] ?? COLORS[0];
  return color.hex;
}
