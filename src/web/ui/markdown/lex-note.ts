import { Lexer, Tokenizer, type MarkedToken, type Token, type Tokens, type TokensList } from 'marked';
import { LIMITS } from '#src/domain/limits.ts';

/** Quotes, lists and emphasis stand in each other so deep at most; what is deeper is text. */
const MAX_DEPTH = 16;

/** A line with more marks of quotes and lists than go in each other, but not a rule, `- - -`. A note that has one is text. */
const TOO_DEEP = new RegExp(
  String.raw`^(?![ \t]*([-*])(?:[ \t]*\1)*[ \t]*$)[ \t]*(?:(?:[*+-]|\d{1,9}[.)])[ \t]+|>[ \t]*){${MAX_DEPTH + 1}}`,
  'm',
);

/** Characters that are read, in all: each once for each level that it is in, and in quotes more often. What is then left is text. */
const MAX_READ = 500_000;

/** A table has so many cells at most, with those that its rows leave out; a larger one is text. */
const MAX_CELLS = 5000;

/** Characters that are looked through, in all, for the ends of emphasis that has none. What then follows is without emphasis. */
const MAX_SEARCHED = 2_000_000;

/** Characters that are looked through, in all, for the `@` of an email address. What then follows is text. */
const MAX_READ_FOR_EMAIL = 1_000_000;

/** What stands before the `@` of an email address. */
const LOCAL_PART = /[\w.!#$%&'*+/=?`{|}~-]*/y;

/**
 * The parts of a note in Markdown (CommonMark with the extensions of GitHub), in order. Whatever a note is, this neither throws nor takes
 * long: one that is longer than a note may be is text, and so is what goes beyond the limits above.
 */
export function lexNote(text: string): readonly MarkedToken[] {
  if (text.length > LIMITS.taskDescription || TOO_DEEP.test(text))
    return [plainParagraph(text, [plain(text)])];
  return new NoteLexer({ gfm: true, tokenizer: new NoteTokenizer() }).lex(text) as MarkedToken[];
}

/** marked goes as deep as a text says, until the stack is full; and a quote that ends within another it reads twice, at each level. */
class NoteLexer extends Lexer {
  #depth = 0;
  #read = 0;

  override blockTokens(src: string, tokens?: Token[], lastParagraphClipped?: boolean): Token[];
  override blockTokens(src: string, tokens?: TokensList, lastParagraphClipped?: boolean): TokensList;
  override blockTokens(src: string, tokens: Token[] = [], lastParagraphClipped = false): Token[] {
    return this.#deeper(
      src,
      () => super.blockTokens(src, tokens, lastParagraphClipped),
      () => {
        tokens.push(plainParagraph(src, this.inline(src)));
        // It is so after each list and quote.
        this.state.top = true;
        return tokens;
      },
    );
  }

  override inlineTokens(src: string, tokens: Token[] = []): Token[] {
    return this.#deeper(
      src,
      () => super.inlineTokens(src, tokens),
      () => {
        tokens.push(plain(src));
        return tokens;
      },
    );
  }

  #deeper(src: string, lex: () => Token[], instead: () => Token[]): Token[] {
    if (this.#depth === MAX_DEPTH || this.#read > MAX_READ) return instead();
    this.#read += src.length;
    this.#depth++;
    const tokens = lex();
    this.#depth--;
    return tokens;
  }
}

/** Leaves alone what takes marked the square of a text's length, or gives more than was typed. */
class NoteTokenizer extends Tokenizer {
  #searched = 0;
  #readForEmail = 0;

  override table(src: string): Tokens.Table | undefined {
    return cellsOf(src) > MAX_CELLS ? undefined : super.table(src);
  }

  override emStrong(
    src: string,
    maskedSrc: string,
    prevChar?: string,
  ): Tokens.Em | Tokens.Strong | undefined {
    return /^[*_]/.test(src) ? this.#search(src, () => super.emStrong(src, maskedSrc, prevChar)) : undefined;
  }

  override del(src: string, maskedSrc: string, prevChar?: string): Tokens.Del | undefined {
    return src.startsWith('~') ? this.#search(src, () => super.del(src, maskedSrc, prevChar)) : undefined;
  }

  /** marked looks for the `@` anew at each character that could begin something else. */
  override inlineText(src: string): Tokens.Text | undefined {
    if (this.#readForEmail > MAX_READ_FOR_EMAIL) return plain(src);
    LOCAL_PART.lastIndex = 1;
    this.#readForEmail += LOCAL_PART.exec(src)?.[0].length ?? 0;
    return super.inlineText(src);
  }

  #search<Found>(src: string, find: () => Found | undefined): Found | undefined {
    if (this.#searched > MAX_SEARCHED) return undefined;
    const found = find();
    if (!found) this.#searched += src.length;
    return found;
  }
}

/** How many cells a text would have as a table: its first line says how many are in each. 0 if the second line is not a table's. */
function cellsOf(src: string): number {
  const [head = '', border = ''] = src.split('\n', 2);
  if (!/^[ |:-]+$/.test(border)) return 0;
  const rows = src.split(/\n[ \t]*\n/, 1)[0]?.split('\n').length ?? 0;
  return head.split('|').length * rows;
}

function plainParagraph(text: string, tokens: Token[]): Tokens.Paragraph {
  return { type: 'paragraph', raw: text, text, tokens };
}

function plain(text: string): Tokens.Text {
  return { type: 'text', raw: text, text };
}
