import { LIMITS } from '#src/domain/limits.ts';

/** More than the notes of a task take. */
const MOST = LIMITS.taskDescription + 1_000;

/** HTML as Markdown: text, emphasis, links, lists, boxes, code and headings. Other elements count as their text. */
export function markdownOf(html: string): string {
  if (!/[<&]/.test(html)) return html.trim();
  const writer = new Writer();
  for (const [token] of html.matchAll(/<!--[^>]*-->|<[^>]*>|[^<]+|</g)) {
    const [, closing, name = '', attributes = ''] = /^<(\/?)([a-z][\w-]*)([^>]*)>$/i.exec(token) ?? [];
    // Notes are cut there, so that the rest is not worth reading.
    if (writer.length > MOST) break;
    if (name === '') {
      if (!token.startsWith('<!')) writer.text(decoded(token));
    } else if (closing === '/') writer.close(name.toLowerCase());
    else writer.open(name.toLowerCase(), attributes);
  }
  return writer.finish();
}

const MARKS: Readonly<Partial<Record<string, string>>> = {
  strong: '**',
  b: '**',
  em: '_',
  i: '_',
  s: '~~',
  del: '~~',
  code: '`',
};
const BLOCKS = new Set(['p', 'div', 'blockquote', 'pre', 'table', 'tr', 'section', 'article', 'figure']);
/** Elements without text for readers. */
const HIDDEN = new Set(['script', 'style', 'head', 'title', 'template']);
/** Deeper lists are written at this depth. */
const DEEPEST = 10;

class Writer {
  #out = '';
  /** The open lists, with their numbers of items. */
  readonly #lists: { readonly isOrdered: boolean; items: number }[] = [];
  readonly #links: string[] = [];
  #hidden = 0;
  #isPre = false;
  /** True between the mark of an item and its first text, which stays on that line. */
  #isAtItem = false;

  get length(): number {
    return this.#out.length;
  }

  text(text: string): void {
    if (this.#hidden > 0) return;
    const shown = this.#isPre ? text : text.replaceAll(/\s+/g, ' ');
    const isAtStart = this.#out === '' || this.#out.endsWith('\n') || this.#isAtItem;
    const added = isAtStart && !this.#isPre ? shown.trimStart() : shown;
    if (added === '') return;
    this.#out += added;
    this.#isAtItem = false;
  }

  open(name: string, attributes: string): void {
    if (HIDDEN.has(name)) this.#hidden += 1;
    if (this.#hidden > 0) return;
    const heading = /^h([1-6])$/.exec(name)?.[1];
    if (name === 'br') this.#out = `${this.#out.trimEnd()}\n`;
    else if (name === 'hr') this.#block('---\n\n');
    else if (heading !== undefined) this.#block(`${'#'.repeat(Number(heading))} `);
    else if (name === 'ul' || name === 'ol') this.#lists.push({ isOrdered: name === 'ol', items: 0 });
    else if (name === 'li') this.#item(attributes);
    else if (name === 'a') this.#link(attributes);
    else if (name === 'img') this.#image(attributes);
    else if (name === 'td' || name === 'th') this.text(' ');
    else if (BLOCKS.has(name) && !this.#isAtItem) this.#block(name === 'pre' ? '```\n' : '');
    else if (MARKS[name] !== undefined && !this.#isPre) this.text(MARKS[name]);
    if (name === 'pre') this.#isPre = true;
  }

  close(name: string): void {
    if (HIDDEN.has(name)) this.#hidden = Math.max(0, this.#hidden - 1);
    if (this.#hidden > 0) return;
    if (name === 'pre') {
      this.#isPre = false;
      this.#out = `${this.#out.trimEnd()}\n\`\`\`\n\n`;
    } else if (name === 'ul' || name === 'ol') {
      this.#lists.pop();
      if (this.#lists.length === 0) this.#block('');
    } else if (name === 'a') {
      const address = this.#links.pop() ?? '';
      if (address !== '') this.text(`](${address})`);
    } else if (/^h[1-6]$/.test(name) || BLOCKS.has(name)) this.#block('');
    else if (MARKS[name] !== undefined && !this.#isPre) this.#out = `${this.#out.trimEnd()}${MARKS[name]}`;
  }

  finish(): string {
    return this.#out
      .replaceAll(/[ \t]+\n/g, '\n')
      .replaceAll(/\n{3,}/g, '\n\n')
      .trim();
  }

  /** Ends the line, with a blank line outside lists. */
  #block(start: string): void {
    const gap = this.#lists.length > 0 ? '\n' : '\n\n';
    const before = this.#out.trimEnd();
    this.#out = before === '' ? start : `${before}${gap}${start}`;
    this.#isAtItem = false;
  }

  #item(attributes: string): void {
    const depth = Math.max(0, this.#lists.length - 1);
    const list = this.#lists[depth] ?? { isOrdered: false, items: 0 };
    list.items += 1;
    const checked = attributeOf(attributes, 'data-checked');
    const box = checked === null ? '' : checked === 'true' ? '[x] ' : '[ ] ';
    const mark = list.isOrdered ? `${list.items}.` : '-';
    const before = this.#out.trimEnd();
    const gap = before === '' ? '' : depth > 0 || list.items > 1 ? '\n' : '\n\n';
    this.#out = `${before}${gap}${'  '.repeat(Math.min(depth, DEEPEST))}${mark} ${box}`;
    this.#isAtItem = true;
  }

  #link(attributes: string): void {
    const address = addressOf(attributes, 'href');
    if (address !== '') this.text('[');
    this.#links.push(address);
  }

  #image(attributes: string): void {
    const address = addressOf(attributes, 'src');
    if (address !== '') this.text(`[${attributeOf(attributes, 'alt') || address}](${address})`);
  }
}

/** Addresses of the web and of mail. Others, such as scripts, are dropped. */
function addressOf(attributes: string, name: string): string {
  const address = attributeOf(attributes, name)?.trim() ?? '';
  return /^(?:https?:|mailto:|tel:)/i.test(address) ? address.replaceAll(/[\s()]/g, encodeURI) : '';
}

function attributeOf(attributes: string, name: string): string | null {
  const found = new RegExp(String.raw`(?:^|\s)${name}\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))`, 'i').exec(
    attributes,
  );
  return found ? decoded(found[1] ?? found[2] ?? found[3] ?? '') : null;
}

const ENTITIES: Readonly<Partial<Record<string, string>>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};

function decoded(text: string): string {
  return text.replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,6}));/gi, (whole, decimal, hex, name) => {
    const code = decimal ? Number(decimal) : hex ? Number.parseInt(hex as string, 16) : null;
    if (code !== null) return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
    return ENTITIES[(name as string).toLowerCase()] ?? whole;
  });
}
