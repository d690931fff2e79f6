/**
 * What no search tells apart: accents and points of Latin, Greek, Cyrillic, Hebrew and Arabic letters, and what shows nothing. Marks of other
 * scripts stay: in Thai they are vowels, in Japanese other syllables.
 */
const DROPPED = new RegExp(
  String.raw`[\p{Default_Ignorable_Code_Point}\u0640${[
    String.raw`\u0300-\u036F\u0483-\u0487`,
    String.raw`\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7`,
    String.raw`\u0610-\u061A\u064B-\u065F\u0670\u06D6-\u06DC\u06DF-\u06E8\u06EA-\u06ED`,
  ].join('')}]`,
  'gu',
);

/** Letters with a stroke and joined ones, which Unicode does not take apart, and quotes as phones type them. */
const ALIKE: Readonly<Record<string, string>> = {
  ς: 'σ',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  ħ: 'h',
  þ: 'th',
  æ: 'ae',
  œ: 'oe',
  '’': "'",
  '‘': "'",
  '“': '"',
  '”': '"',
};
const ALIKE_LETTERS = new RegExp(`[${Object.keys(ALIKE).join('')}]`, 'gu');

/** A letter with the marks that belong to it: text is folded alike whole and cluster by cluster. */
const CLUSTERS = /\P{M}\p{M}*|\p{M}+/gu;
/** The clusters that folding makes more of than small letters. */
// oxlint-disable-next-line no-control-regex -- all of ASCII
const BEYOND_ASCII = /[^\0-\x7F]\p{M}*|[\0-\x7F]\p{M}+/gu;

/** The text as it is searched: without case, accents, and the width and look of letters. Its length may be another one. */
export function fold(text: string): string {
  return text.replace(BEYOND_ASCII, foldCluster).toLowerCase();
}

/** The clusters that were folded last. `normalize` leaves two bytes a character of a whole text, also where all are ASCII in the end: so it gets one at a time. */
const foldedClusters = new Map<string, string>();
const MOST_KEPT = 5_000;

function foldCluster(cluster: string): string {
  const known = foldedClusters.get(cluster);
  if (known !== undefined) return known;
  // Letters become capitals first, which more often are two: ß becomes ss as SS does.
  const letters = cluster.normalize('NFKD').replace(DROPPED, '').toUpperCase().toLowerCase();
  const folded = letters.replace(ALIKE_LETTERS, (letter) => ALIKE[letter] ?? letter);
  if (foldedClusters.size === MOST_KEPT) foldedClusters.clear();
  foldedClusters.set(cluster, folded);
  return folded;
}

/** A folded text with the way back: where its character `i` comes from, `text.slice(starts[i], ends[i])`. */
export interface FoldedBack {
  readonly folded: string;
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

export function foldWithWayBack(text: string): FoldedBack {
  let folded = '';
  const starts: number[] = [];
  const ends: number[] = [];
  for (const { 0: cluster, index } of text.matchAll(CLUSTERS)) {
    folded += fold(cluster);
    while (starts.length < folded.length) {
      starts.push(index);
      ends.push(index + cluster.length);
    }
  }
  return { folded, starts, ends };
}
