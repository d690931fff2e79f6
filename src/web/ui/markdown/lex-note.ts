import { Lexer, Tokenizer, type MarkedToken, type Token, type Tokens, type TokensList } from 'marked';
import { LIMITS } from '#src/domain/limits.ts';

/** The deepest nesting of quotes, lists and emphasis; deeper parts are text. */
const MAX_DEPTH = 16;

/**
 * A line with more marks of quotes and lists than the deepest nesting, except a rule, `- - -`. A note with
 * such a line is text.
 */
const TOO_DEEP = new RegExp(
  String.raw`^(?![ \t]*([-*])(?:[ \t]*\1)*[ \t]*$)[ \t]*(?:(?:[*+-]|\d{1,9}[.)])[ \t]+|>[ \t]*){${MAX_DEPTH + 1}}`,
  'm',
);

/**
 * The most characters to read in total. Each counts once per level, and more often in quotes. The rest is
 * text.
 */
const MAX_READ = 500_000;

/** The most cells of a table, including ones that its rows omit. A larger table is text. */
const MAX_CELLS = 5000;

/** The most characters to read in total for the sizes of tables. The rest has no tables. */
const MAX_READ_FOR_TABLES = 200_000;

/** The most characters to search in total for ends of emphasis that has none. The rest has no emphasis. */
const MAX_SEARCHED = 2_000_000;

/** The most characters to search in total for the `@` of an email address. The rest is text. */
const MAX_READ_FOR_EMAIL = 1_000_000;

/** The part of an email address before its `@`. */
const LOCAL_PART = /[\w.!#$%&'*+/=?`{|}~-]*/y;

/**
 * The parts of a note in Markdown (CommonMark with GitHub's extensions), in order. For any text, this neither
 * throws nor takes long: a note longer than its limit is text, and so are parts beyond the limits above.
 */
export function lexNote(text: string): readonly MarkedToken[] {
  if (text.length > LIMITS.taskDescription || TOO_DEEP.test(text))
    return [plainParagraph(text, [plain(text)])];
  return new NoteLexer({ gfm: true, tokenizer: new NoteTokenizer() }).lex(text) as MarkedToken[];
}

/**
 * Limits the depth and the work of marked, which recurses until the stack overflows, and reads a quote that
 * ends within another one twice at each level.
 */
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
        // The state after each list and quote.
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

/** Rejects parts that take marked quadratic time, or give more than was typed. */
class NoteTokenizer extends Tokenizer {
  #searched = 0;
  #readForEmail = 0;
  #readForTables = 0;

  override table(src: string): Tokens.Table | undefined {
    const table = tableIn(src);
    if (table === '' || this.#readForTables > MAX_READ_FOR_TABLES) return undefined;
    // A table that is too large begins again with each of its lines.
    this.#readForTables += table.length;
    return cellsOf(table) > MAX_CELLS ? undefined : super.table(src);
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

  /** marked searches for the `@` again at each character that might begin another part. */
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

/** The lines of a table, up to the next empty line. '' if the second line is not that of a table. */
function tableIn(src: string): string {
  const [, border = ''] = src.split('\n', 2);
  return /^[ |:-]+$/.test(border) ? (src.split(/\n[ \t]*\n/, 1)[0] ?? '') : '';
}

/** The number of cells of a table, from the columns of its first line. */
function cellsOf(table: string): number {
  const [head = ''] = table.split('\n', 1);
  return head.split('|').length * table.split('\n').length;
}

function plainParagraph(text: string, tokens: Token[]): Tokens.Paragraph {
  return { type: 'paragraph', raw: text, text, tokens };
}

function plain(text: string): Tokens.Text {
  return { type: 'text', raw: text, text };
}
