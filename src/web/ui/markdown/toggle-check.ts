import type { Token, Tokens } from 'marked';
import { lexNote } from './lex-note.ts';

/** Text that may be a box. In code and in the middle of a line it is none. */
const BOX = /\[[ xX]\]/g;

/**
 * The note with one of its boxes ticked or unticked, by changing one character. Boxes are numbered from 0, in
 * their order.
 */
export function toggleCheck(text: string, index: number): string {
  const places = Array.from(text.matchAll(BOX), (match) => match.index + 1);
  // Only the lexer knows which of them are boxes, but not their places in the text. So each candidate is
  // marked with its number, from 1: the binary digits as ticked or unticked, one digit per reading.
  let number = 0;
  for (let digit = 1; digit <= places.length; digit *= 2) {
    let box = 0;
    const numbered = text.replaceAll(BOX, () => (++box & digit ? '[x]' : '[ ]'));
    if (checksOf(numbered)[index]) number += digit;
  }
  const place = places[number - 1];
  if (place === undefined) return text;
  const toggled = text.slice(0, place) + (text[place] === ' ' ? 'x' : ' ') + text.slice(place + 1);
  // A tick may also change another part of the note, such as `[x]: https://a.b`. The text then stays as it
  // is.
  const [before, after] = [checksOf(text), checksOf(toggled)];
  const isIt =
    after.length === before.length && after.every((check, i) => check === (before[i] !== (i === index)));
  return isIt ? toggled : text;
}

/** The state of each box of a note, in order. */
export function checksOf(text: string): readonly boolean[] {
  return checksIn(lexNote(text));
}

function checksIn(tokens: readonly Token[]): boolean[] {
  return (tokens as readonly (Tokens.List | Tokens.Blockquote | Tokens.Space)[]).flatMap((token) => {
    if (token.type === 'blockquote') return checksIn(token.tokens);
    if (token.type !== 'list') return [];
    return token.items.flatMap(({ task, checked, tokens }) => [
      ...(task ? [checked === true] : []),
      ...checksIn(tokens),
    ]);
  });
}
