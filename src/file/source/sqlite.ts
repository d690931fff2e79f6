import { UnknownFile } from './source.ts';

export type SqliteValue = string | number | Uint8Array | null;
export type SqliteRow = Readonly<Partial<Record<string, SqliteValue>>>;

const MAGIC = 'SQLite format 3\0';
/** Deeper trees than any database of the largest size has. */
const DEEPEST = 20;
const LEAF = 0x0d;
const INTERIOR = 0x05;

/** True for a database of SQLite. */
export function isSqlite(bytes: Uint8Array): boolean {
  return bytes.length >= 512 && new TextDecoder('latin1').decode(bytes.subarray(0, 16)) === MAGIC;
}

interface Table {
  readonly root: number;
  readonly columns: readonly string[];
}

/**
 * Reads the tables of a database file (the file format of SQLite 3, sqlite.org/fileformat2.html), without its log. Reads
 * rows alone: no index, no view, and no table without row ids. Throws UnknownFile for a damaged file.
 */
export class SqliteFile {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #pageSize: number;
  /** The bytes of a page that hold content. */
  readonly #usable: number;
  readonly #decoder: TextDecoder;
  readonly #tables = new Map<string, Table>();

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const size = this.#view.getUint16(16);
    this.#pageSize = size === 1 ? 65_536 : size;
    this.#usable = this.#pageSize - this.#view.getUint8(20);
    if (this.#pageSize < 512 || this.#usable < 480) throw damaged();
    const encoding = ['utf-8', 'utf-8', 'utf-16le', 'utf-16be'][this.#view.getUint32(56)];
    this.#decoder = new TextDecoder(encoding ?? 'utf-8');
    for (const { type, name, rootpage, sql } of this.#rows({ root: 1, columns: SCHEMA }))
      if (type === 'table' && typeof name === 'string' && typeof sql === 'string')
        this.#tables.set(name, { root: Number(rootpage), columns: columnsIn(sql) });
  }

  has(table: string, column?: string): boolean {
    const columns = this.#tables.get(table)?.columns;
    return columns !== undefined && (column === undefined || columns.includes(column));
  }

  /** The rows of a table, by their columns; none without the table. */
  rows(table: string): readonly SqliteRow[] {
    const known = this.#tables.get(table);
    return known ? [...this.#rows(known)] : [];
  }

  *#rows({ root, columns }: Table): Iterable<SqliteRow> {
    for (const payload of this.#payloads(root)) {
      const values = this.#record(payload);
      yield Object.fromEntries(columns.map((column, i) => [column, values[i] ?? null]));
    }
  }

  /** The payloads of the leaves below a page, in order. */
  *#payloads(root: number): Iterable<Uint8Array> {
    const seen = new Set<number>();
    const stack = [{ page: root, depth: 0 }];
    for (let at = stack.pop(); at; at = stack.pop()) {
      const { page, depth } = at;
      if (seen.has(page) || depth > DEEPEST) throw damaged();
      seen.add(page);
      const start = this.#startOf(page);
      const header = start + (page === 1 ? 100 : 0);
      const kind = this.#view.getUint8(header);
      const count = this.#view.getUint16(header + 3);
      if (kind !== LEAF && kind !== INTERIOR) throw damaged();
      const cells = Array.from({ length: count }, (_, i) => {
        const pointer = header + (kind === LEAF ? 8 : 12) + i * 2;
        if (pointer + 2 > start + this.#pageSize) throw damaged();
        return start + this.#view.getUint16(pointer);
      });
      if (kind === LEAF) for (const cell of cells) yield this.#payload(cell, start);
      else {
        const children = cells.map((cell) => this.#word(cell));
        for (const child of [...children, this.#word(header + 8)].toReversed())
          stack.push({ page: child, depth: depth + 1 });
      }
    }
  }

  #payload(cell: number, pageStart: number): Uint8Array {
    const [size, afterSize] = this.#varint(cell);
    const [, at] = this.#varint(afterSize);
    if (size > this.#bytes.length) throw damaged();
    const most = this.#usable - 35;
    const least = Math.floor(((this.#usable - 12) * 32) / 255) - 23;
    const spread = least + ((size - least) % (this.#usable - 4));
    const local = size <= most ? size : spread <= most ? spread : least;
    if (at + local > pageStart + this.#pageSize) throw damaged();
    const payload = new Uint8Array(size);
    payload.set(this.#bytes.subarray(at, at + local));
    let filled = local;
    let next = filled < size ? this.#word(at + local) : 0;
    while (filled < size) {
      const start = this.#startOf(next);
      const part = Math.min(size - filled, this.#usable - 4);
      payload.set(this.#bytes.subarray(start + 4, start + 4 + part), filled);
      filled += part;
      next = filled < size ? this.#word(start) : 0;
    }
    return payload;
  }

  #record(payload: Uint8Array): SqliteValue[] {
    const [headerSize, first] = varintIn(payload, 0);
    const values: SqliteValue[] = [];
    let at = headerSize;
    for (let i = first; i < headerSize;) {
      const [type, next] = varintIn(payload, i);
      i = next;
      const size = sizeOf(type);
      if (at + size > payload.length) throw damaged();
      values.push(this.#value(type, payload.subarray(at, at + size)));
      at += size;
    }
    return values;
  }

  #value(type: number, bytes: Uint8Array): SqliteValue {
    if (type === 0) return null;
    if (type === 8 || type === 9) return type - 8;
    if (type >= 12) return type % 2 === 0 ? bytes : this.#decoder.decode(bytes);
    if (bytes.length === 0) throw damaged();
    const own = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (type === 7) return own.getFloat64(0);
    // Whole numbers are signed and big-endian. Larger ones than a number holds occur in no column that is read.
    let value = own.getInt8(0);
    for (let i = 1; i < bytes.length; i++) value = value * 256 + own.getUint8(i);
    return value;
  }

  #word(at: number): number {
    if (at + 4 > this.#bytes.length) throw damaged();
    return this.#view.getUint32(at);
  }

  #varint(at: number): [value: number, next: number] {
    return varintIn(this.#bytes, at);
  }

  #startOf(page: number): number {
    const start = (page - 1) * this.#pageSize;
    if (page < 1 || start + this.#pageSize > this.#bytes.length) throw damaged();
    return start;
  }
}

const SCHEMA = ['type', 'name', 'tbl_name', 'rootpage', 'sql'];

function damaged(): UnknownFile {
  return new UnknownFile('The database is damaged, or a part of it is missing.');
}

function sizeOf(type: number): number {
  if (type >= 12) return Math.floor((type - 12) / 2);
  return [0, 1, 2, 3, 4, 6, 8, 8, 0, 0][type] ?? 0;
}

/** A number of one to nine bytes. Sizes above the safe integers are those of a damaged file. */
function varintIn(bytes: Uint8Array, at: number): [value: number, next: number] {
  let value = 0;
  for (let i = 0; i < 9; i++) {
    const byte = bytes[at + i];
    if (byte === undefined) throw damaged();
    if (i === 8) return [value * 256 + byte, at + 9];
    value = value * 128 + (byte & 0x7f);
    if (byte < 0x80) return [value, at + i + 1];
  }
  return [value, at + 9];
}

/** The names of the columns of a CREATE TABLE, in order. */
function columnsIn(sql: string): readonly string[] {
  const body = sql.slice(sql.indexOf('(') + 1, sql.lastIndexOf(')'));
  const parts: string[] = [''];
  let depth = 0;
  for (const [token] of body.matchAll(/"[^"]*"|'[^']*'|`[^`]*`|\[[^\]]*\]|[^"'`[(),]+|./gs)) {
    if (token === '(') depth += 1;
    if (token === ')') depth -= 1;
    if (token === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += token;
  }
  return parts.flatMap((part) => {
    const [, quoted, plain = ''] = /^\s*(?:["`[]([^"`\]]+)["`\]]|(\w+))/.exec(part) ?? [];
    const isRule = quoted === undefined && /^(?:CONSTRAINT|PRIMARY|UNIQUE|CHECK|FOREIGN)$/i.test(plain);
    return isRule ? [] : [quoted ?? plain];
  });
}
