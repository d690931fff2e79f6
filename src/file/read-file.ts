import { isRecord } from '#src/domain/is-record.ts';
import { ofLists } from './data-file.ts';
import { hasLists, listsIn, parseJson } from './read-data-file.ts';
import { readForeignJson } from './read-foreign-json.ts';
import { readIcal } from '#src/file/formats/ical.ts';
import { isLogseq, readLogseq } from '#src/file/formats/logseq.ts';
import { isMarkdown, readMarkdown } from '#src/file/formats/markdown.ts';
import { isOrg, readOrgFile } from '#src/file/formats/org.ts';
import { isOutlookHeader, readOutlook } from '#src/file/formats/outlook-csv.ts';
import { plainHeaderOf } from '#src/file/formats/csv-columns.ts';
import { readPlainCsv } from '#src/file/formats/plain-csv.ts';
import { isTodoistHeader, readTodoistCsv, type ProjectFile } from '#src/file/formats/todoist-csv.ts';
import { isThings, readThings } from '#src/file/formats/things-sqlite.ts';
import { isTickTickHeader, readTickTick } from '#src/file/formats/ticktick.ts';
import { isVikunja, readVikunja } from '#src/file/formats/vikunja.ts';
import { isTodoTxt, readTodoTxt } from '#src/file/formats/todo-txt.ts';
import { readCsv, type CsvRow } from '#src/file/source/csv.ts';
import { decodeText, isBinary, MAX_FILE_BYTES } from '#src/file/source/decode.ts';
import { isSqlite, SqliteFile } from '#src/file/source/sqlite.ts';
import { filesInZip, isZip } from '#src/file/source/zip.ts';
import { UnknownFile, type ReadContext, type ReadFile, type SourceFile } from '#src/file/source/source.ts';

const NOTHING_KNOWN =
  'Sunglow cannot read this file. Choose an export of another task manager, or a CSV, iCalendar or todo.txt file.';
/** As much of a CSV as tells its columns. */
const HEAD = 100_000;
/** Brackets before a value of JSON, unlike those of `[[Page]]` and `[ ] Task`. */
const JSON_START = /^[[{\s]+(?:"|(?:-?\d[\d.e+-]*|true|false|null)?\s*(?:,|$|[\]}]\s*(?:[,\]}]|$)))/i;
/** Lines of Org and Logseq that Markdown does not have. */
const OUTLINE =
  /^(?:#\+\w+:|\*{2,} (?:TODO|DONE)|[ \t]*(?:SCHEDULED|DEADLINE|CLOSED): ?[<[]|[ \t]*:(?:PROPERTIES|LOGBOOK):|[ \t]*(?:id|collapsed):: )/m;

/**
 * Reads a file of any format, recognized by its content. Throws UnknownFile when it is none of them or too large, and
 * UnreadableFile for a damaged export of Sunglow.
 */
export function readFile({ name, bytes }: SourceFile, context: ReadContext): ReadFile {
  if (bytes.length > MAX_FILE_BYTES) throw new UnknownFile('The file is larger than 100 MB.');
  if (bytes.length === 0) throw new UnknownFile('The file is empty.');
  if (isZip(bytes)) return readZip(bytes, context);
  if (isSqlite(bytes)) return readDatabase(bytes, context);
  const { text: decoded, isSure } = decodeText(bytes);
  if (isBinary(decoded)) throw new UnknownFile(NOTHING_KNOWN);
  const file = readText(name, decoded.replace(/^\uFEFF/, ''), context);
  if (isSure) return file;
  const note = { where: '', name: '', reason: 'ENCODING', detail: 'Windows-1252' } as const;
  return { ...file, notes: [note, ...file.notes] };
}

/** A backup of Todoist is an archive of CSVs, and one of Vikunja has its projects in a JSON. */
function readZip(bytes: Uint8Array, context: ReadContext): ReadFile {
  const files = filesInZip(bytes, (name) => /\.csv$|^(?:data|filters)\.json$/i.test(name));
  const textOf = (name: string) => decodeText(files.get(name) ?? new Uint8Array()).text;
  const data = files.has('data.json') ? parseJson(textOf('data.json')) : null;
  if (isVikunja(data))
    return readVikunja(data, files.has('filters.json') ? parseJson(textOf('filters.json')) : null, context);
  const projects = [...files.keys()].map((name) => ({ name, text: textOf(name).replace(/^\uFEFF/, '') }));
  const isTodoist = ({ text }: ProjectFile) =>
    isTodoistHeader(readCsv(text.slice(0, HEAD)).rows[0]?.cells ?? []);
  if (projects.some(isTodoist)) return readTodoistCsv(projects, context);
  throw new UnknownFile(NOTHING_KNOWN);
}

/** Throws UnknownFile for a database of another app, or a damaged one. */
function readDatabase(bytes: Uint8Array, context: ReadContext): ReadFile {
  const database = new SqliteFile(bytes);
  if (isThings(database)) return readThings(database, context);
  throw new UnknownFile(NOTHING_KNOWN);
}

function readText(name: string, text: string, context: ReadContext): ReadFile {
  const start = text.slice(0, 1_000).trimStart();
  const json = /^[{[]/.test(start) ? jsonIn(text, start) : undefined;
  if (json !== undefined) return readJson(json, context);
  if (/^BEGIN:VCALENDAR/i.test(start)) return readIcal(text, name, context);
  const head = readCsv(text.slice(0, HEAD));
  if (head.rows.slice(0, 3).some(({ cells }) => isTodoistHeader(cells)))
    return readTodoistCsv([{ name, text }], context);
  if (head.rows.slice(0, 20).some(({ cells }) => isTickTickHeader(cells))) return readTickTick(text, context);
  if (head.rows.slice(0, 3).some(({ cells }) => isOutlookHeader(cells)))
    return readOutlook(text, name, context);
  const header = plainHeaderOf(head);
  const isMarked = isMarkdown(text);
  const isPage = isMarked && (start.startsWith('---') || (header !== null && isOneColumn(header)));
  if (header && !isPage) return readPlainCsv(text, name, context);
  // Boxes decide: a word such as TODO or Title may begin any line of Markdown.
  const isOutline = !isMarked || OUTLINE.test(text) || /\.org$/i.test(name);
  if (isOutline && isOrg(text)) return readOrgFile(text, name, context);
  if (isOutline && isLogseq(text)) return readLogseq(text, name, context);
  if (isMarked) return readMarkdown(text, name, context);
  if (isTodoTxt(text)) return readTodoTxt(text, context);
  throw new UnknownFile(NOTHING_KNOWN);
}

function isOneColumn({ cells }: CsvRow): boolean {
  return cells.filter((cell) => cell.trim() !== '').length === 1;
}

/** The value of a JSON; undefined for another text that begins with a bracket. Throws UnreadableFile for a damaged one. */
function jsonIn(text: string, start: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    if (JSON_START.test(start)) throw error;
    return undefined;
  }
}

function readJson(value: unknown, context: ReadContext): ReadFile {
  const foreign = readForeignJson(value, context);
  if (foreign) return foreign;
  if (isSunglow(value))
    return { format: 'sunglow', lists: listsIn(value), places: ofLists(() => []), notes: [] };
  throw new UnknownFile(NOTHING_KNOWN);
}

/** True for an export of Sunglow, also below `users` as the realtime database has it. */
function isSunglow(value: unknown): boolean {
  if (!isRecord(value) || Array.isArray(value)) return false;
  const users = isRecord(value['users']) ? value['users'] : value;
  return hasLists(value) || Object.values(users).some((each) => isRecord(each) && hasLists(each));
}
