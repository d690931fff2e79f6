// Texts like people's own: a few words are in most of them, and most words in a few.

const VERBS =
  'call write plan order water fix book send read buy clean check prepare review ask bring pay find'.split(
    ' ',
  );
const SYLLABLES =
  'ka lo ren ti mus pa der sel vi on gar den tor ma ris bel fun cor est al win ter sum mer pro jec ra dio'.split(
    ' ',
  );
const LINKS = 'the for with and to before after about from at'.split(' ');

/** No word is part of another one. */
const WORDS = 4_000;

/**
 * The name of task `i` with some 60 characters, and for one in three notes with some 300; always the same.
 */
export function realText(i: number): { readonly name: string; readonly description: string } {
  const random = randomFrom(i + 1);
  const pick = (words: readonly string[]) => words[Math.floor(random() * words.length)] ?? '';
  // The frequency of words follows Zipf: the word of rank n has a share of 1/n.
  const noun = () => wordOf(Math.floor(WORDS ** random()));
  const phrase = () => `${pick(VERBS)} ${pick(LINKS)} ${noun()} ${noun()}`;
  const sentence = (phrases: number) => {
    const text = Array.from({ length: phrases }, phrase).join(` ${pick(LINKS)} `);
    return text.charAt(0).toUpperCase() + text.slice(1);
  };
  const description = i % 3 === 0 ? Array.from({ length: 5 }, () => `${sentence(2)}.`).join(' ') : '';
  return { name: sentence(2), description };
}

/** The word of a rank. Some have an accent. */
export function wordOf(rank: number): string {
  const random = randomFrom(rank * 7_919 + 3);
  const count = 2 + Math.floor(random() * 2);
  const word = Array.from({ length: count }, () => SYLLABLES[Math.floor(random() * SYLLABLES.length)]).join(
    '',
  );
  return rank % 20 === 0 ? word.replace('e', 'é') : word;
}

/** Random numbers from 0 to 1 for a seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
