import { fold } from '#src/domain/text/fold.ts';

/** Compares only the first characters of names, so that one comparison takes some microseconds at most. */
const COMPARED = 40;

/**
 * The name most like `written`: it begins with it, contains it, or differs in one letter of three. Null when
 * no name is like it.
 */
export function nearest(written: string, names: Iterable<string>): string | null {
  const wanted = fold(written).slice(0, COMPARED);
  let best: string | null = null;
  let least = Infinity;
  for (const name of names) {
    const cost = costOf(wanted, fold(name).slice(0, COMPARED));
    if (cost < least) [best, least] = [name, cost];
  }
  return best;
}

/** Infinity for a name that is not like `wanted`. */
function costOf(wanted: string, name: string): number {
  if (wanted === name) return 0;
  const most = Math.max(1, Math.floor(Math.max(wanted.length, name.length) / 3));
  const changes = Math.abs(wanted.length - name.length) > most ? Infinity : distance(wanted, name);
  if (changes <= most) return changes;
  if (wanted.length < 2) return Infinity;
  if (name.startsWith(wanted)) return COMPARED;
  return name.includes(wanted) || (name.length > 1 && wanted.startsWith(name)) ? COMPARED + 1 : Infinity;
}

/** The number of letters to add, remove, replace, or swap with the next one (optimal string alignment). */
function distance(a: string, b: string): number {
  let [before, last] = [[] as number[], Array.from({ length: b.length + 1 }, (_, column) => column)];
  for (let row = 1; row <= a.length; row++) {
    const line = [row];
    for (let column = 1; column <= b.length; column++) {
      const isSame = a[row - 1] === b[column - 1];
      const isSwapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      const changes = Math.min(
        (last[column] ?? 0) + 1,
        (line[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + Number(!isSame),
        isSwapped ? (before[column - 2] ?? 0) + 1 : Infinity,
      );
      line.push(changes);
    }
    [before, last] = [last, line];
  }
  return last[b.length] ?? 0;
}
