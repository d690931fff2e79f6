import type { Token, Tokens } from 'marked';
import { lexNote } from './lex-note.ts';

/** What could be a box; in code and in the middle of a line it is none. */
const BOX = /\[[ xX]\]/g;

/** The note with one of its boxes ticked, or not any more: that one character changed. Boxes are numbered from 0, as they are shown. */
export function toggleCheck(text: string, index: number): string {
  const places = Array.from(text.matchAll(BOX), (match) => match.index + 1);
  // Which of them are boxes, only the lexer knows, and it does not say where in the text they stand. So each is told its number, from 1 on:
  // its digits in binary, one at a reading, as ticked or not.
  let number = 0;
  for (let digit = 1; digit <= places.length; digit *= 2) {
    let box = 0;
    const numbered = text.replaceAll(BOX, () => (++box & digit ? '[x]' : '[ ]'));
    if (checksOf(numbered)[index]) number += digit;
  }
  const place = places[number - 1];
  if (place === undefined) return text;
  const toggled = text.slice(0, place) + (text[place] === ' ' ? 'x' : ' ') + text.slice(place + 1);
  // A tick may also be a part of something else, as `[x]: https://a.b` is: nothing is changed where that makes another note of it.
  const [before, after] = [checksOf(text), checksOf(toggled)];
  const isIt =
    after.length === before.length && after.every((check, i) => check === (before[i] !== (i === index)));
  return isIt ? toggled : text;
}

/** Which boxes of a note are ticked, in order. */
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
