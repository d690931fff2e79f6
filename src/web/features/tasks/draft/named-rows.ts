import { COLORS, type ColorHex } from '#src/domain/colors.ts';

/** Labels and sections that come into being with a task: a line each, of an id and a name, so that a draft can keep them. */

/** The names by id. */
export function namedIn(added: string): ReadonlyMap<string, string> {
  const lines = added === '' ? [] : added.split('\n');
  return new Map(lines.map((line) => [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)]));
}

/** `name` is of one line, as cleanName gives it. */
export function withNamed(added: string, id: string, name: string): string {
  return added === '' ? `${id} ${name}` : `${added}\n${id} ${name}`;
}

/** Some colour: the same for a label each time, so that it does not change as it is stored. */
export function colorOfNew(id: string): ColorHex {
  const color = COLORS[Number.parseInt(id.slice(-4), 16) % COLORS.length] ?? COLORS[0];
  return color.hex;
}
