/** Heights in rem: a chip of one line, the second line of a chip, and the gap below a chip. */
const LINE = 1.5;
const SECOND = 0.875;
const GAP = 0.125;

/** The number of whole chips in a cell with `room` rem for them, of `all`, and the number of them with two lines: the first ones. */
export function chipsIn(room: number, all: number): { readonly count: number; readonly tall: number } {
  const count = Math.min(all, Math.max(1, Math.floor((room + GAP) / (LINE + GAP))));
  const left = room + GAP - count * (LINE + GAP);
  return { count, tall: Math.max(0, Math.min(count, Math.floor(left / SECOND))) };
}
