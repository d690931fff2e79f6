/** The pattern of a word: characters that are neither blanks nor operators. A backslash makes any of them part of the word. */
export const WORD = String.raw`(?:\\.|[^\s&|(),"\\])+`;

/** The pattern of the end of a keyword. */
export const END = String.raw`(?=[\s&|(),]|$)`;

/** The match of a sticky pattern at a place of the text. */
export function match(pattern: RegExp, text: string, from: number): RegExpExecArray | null {
  pattern.lastIndex = from;
  return pattern.exec(text);
}
