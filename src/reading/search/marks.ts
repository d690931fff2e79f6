import { fold, foldWithWayBack } from '#src/domain/text/fold.ts';

/** A part of a text, in UTF-16 code units: `text.slice(from, to)`. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/**
 * The parts of a text that match any of these folded words: in order, apart, and never one within another.
 */
export function marksIn(text: string, words: readonly string[]): readonly Range[] {
  const { folded, starts, ends } = foldWithWayBack(text);
  const ranges: Range[] = [];
  for (const word of words) {
    for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + word.length))
      ranges.push({ from: starts[at] ?? 0, to: ends[at + word.length - 1] ?? 0 });
  }
  return united(ranges);
}

/**
 * The longest part of a line before its first match, and the longest part of a line at all, in code units.
 */
const BEFORE = 30;
const LINE = 160;

/** The first line of a text with any of these folded words, cut around the first match. Null without one. */
export function lineWith(text: string, words: readonly string[]): string | null {
  for (const line of text.split('\n')) {
    const folded = fold(line);
    if (!words.some((word) => folded.includes(word))) continue;
    const from = marksIn(line, words)[0]?.from ?? 0;
    if (line.length <= LINE) return line.trim();
    const start = from <= BEFORE ? 0 : line.lastIndexOf(' ', from - BEFORE) + 1 || from;
    return `${start > 0 ? '…' : ''}${line.slice(start, start + LINE).trim()}`.toWellFormed();
  }
  return null;
}

function united(ranges: readonly Range[]): Range[] {
  const all: Range[] = [];
  for (const { from, to } of ranges.toSorted((a, b) => a.from - b.from)) {
    const last = all.at(-1);
    if (last && from <= last.to) all[all.length - 1] = { from: last.from, to: Math.max(last.to, to) };
    else all.push({ from, to });
  }
  return all;
}
