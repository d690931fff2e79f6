/**
 * Characters that searches ignore: accents and points of Latin, Greek, Cyrillic, Hebrew and Arabic letters,
 * and invisible characters. Marks of other scripts stay: in Thai they are vowels, in Japanese other
 * syllables.
 */
const DROPPED = new RegExp(
  String.raw`[\p{Default_Ignorable_Code_Point}\u0640${[
    String.raw`\u0300-\u036F\u0483-\u0487`,
    String.raw`\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7`,
    String.raw`\u0610-\u061A\u064B-\u065F\u0670\u06D6-\u06DC\u06DF-\u06E8\u06EA-\u06ED`,
  ].join('')}]`,
  'gu',
);

/**
 * Letters with a stroke and ligatures, which Unicode does not decompose, and the quotes of phone keyboards.
 */
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

/** Katakana that have a Hiragana of the same sound, which is 0x60 before it. */
const KATAKANA = /[\u30A1-\u30F6\u30FD\u30FE]/gu;
const TO_HIRAGANA = 0x60;

/** A letter with its marks. A text folds alike as a whole and cluster by cluster. */
const CLUSTERS = /\P{M}\p{M}*|\p{M}+/gu;
/** The clusters that folding changes in more than case. */
// oxlint-disable-next-line no-control-regex -- all of ASCII
const BEYOND_ASCII = /[^\0-\x7F]\p{M}*|[\0-\x7F]\p{M}+/gu;

/**
 * The text for searching: without case, accents, variants of letters in width and form, and with Hiragana for Katakana. Its length
 * may differ.
 */
export function fold(text: string): string {
  return text.replace(BEYOND_ASCII, foldCluster).toLowerCase();
}

/**
 * The most recently folded clusters. `normalize` returns strings of two bytes per character even for ASCII
 * results, so it never gets a whole text.
 */
const foldedClusters = new Map<string, string>();
const MOST_KEPT = 5_000;
/** The longest cluster that is kept: no language has longer ones, and long ones could fill the memory. */
const LONGEST_KEPT = 16;

function foldCluster(cluster: string): string {
  const known = foldedClusters.get(cluster);
  if (known !== undefined) return known;
  // Upper case first, since capitals decompose more often: ß becomes ss as SS does.
  const letters = cluster.normalize('NFKD').replace(DROPPED, '').toUpperCase().toLowerCase();
  const folded = letters
    .replace(ALIKE_LETTERS, (letter) => ALIKE[letter] ?? letter)
    .replace(KATAKANA, (kana) => String.fromCharCode(kana.charCodeAt(0) - TO_HIRAGANA));
  if (cluster.length > LONGEST_KEPT) return folded;
  if (foldedClusters.size === MOST_KEPT) foldedClusters.clear();
  foldedClusters.set(cluster, folded);
  return folded;
}

/** A folded text with the source of each character: `text.slice(starts[i], ends[i])` for character `i`. */
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
