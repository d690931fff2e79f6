import { ofLists, type FileLists, type FileListName } from './data-file.ts';
import { SunglowError } from '#src/domain/errors.ts';
import { isRecord } from '#src/domain/is-record.ts';
import { idOf, type Fields } from './file-fields.ts';

/** A file without anything to import. The message gives the reason and the place. */
export class UnreadableFile extends SunglowError {
  constructor(message: string, options?: ErrorOptions) {
    super('UNREADABLE_FILE', message, options);
  }
}

/** Throws UnreadableFile. */
export function parseDataFile(text: string): FileLists {
  return listsIn(parseJson(text));
}

/** The lists of a parsed file. Throws UnreadableFile. */
export function listsIn(value: unknown): FileLists {
  if (!isObject(value)) throw new UnreadableFile('This is not an export of Sunglow.');
  const user = userIn(value);
  return ofLists((list) => listOf(user[list], list));
}

/**
 * The user's data in a file: at the top, or below `users` and the user's id, as the realtime database has
 * them.
 */
function userIn(value: Fields): Fields {
  if (hasLists(value)) return value;
  const users = Object.values(isObject(value['users']) ? value['users'] : value).filter(
    (each): each is Fields => isObject(each) && hasLists(each),
  );
  const [user, ...others] = users;
  if (!user) throw new UnreadableFile('The file has none of “collections”, “tasks” and “completedTasks”.');
  if (others.length > 0)
    throw new UnreadableFile('The file holds the data of several users. Leave only your own in it.');
  return user;
}

/** True for the data of one user. */
export function hasLists({ collections, tasks, completedTasks }: Fields): boolean {
  return collections !== undefined || tasks !== undefined || completedTasks !== undefined;
}

function isObject(value: unknown): value is Fields {
  return isRecord(value) && !Array.isArray(value);
}

/** An entry without an id gets its key as id, unless the key is only its position. */
function withId([key, entry]: [string, unknown]): unknown {
  if (!isObject(entry) || Object.keys(entry).length === 0 || /^\d+$/.test(key)) return entry;
  return idOf(entry['id']) === '' ? { ...entry, id: key } : entry;
}

/** The realtime database exports a list as an object by key, or as an array with holes. */
function listOf(value: unknown, name: FileListName): readonly unknown[] {
  if (value === undefined || value === null) return [];
  if (!isRecord(value)) throw new UnreadableFile(`“${name}” is not a list.`);
  return Object.entries(value)
    .filter(([, entry]) => entry !== null)
    .map(withId);
}

/** Throws UnreadableFile with the place of the error. */
export function parseJson(text: string): unknown {
  try {
    // Some editors put a byte order mark before the text.
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (cause) {
    throw new UnreadableFile(`The file is not valid JSON: ${placeOf(cause, text)}`, { cause });
  }
}

/** Browsers word the place of an error differently; some quote the text there instead. */
function placeOf(error: unknown, text: string): string {
  const message = error instanceof Error ? error.message : '';
  const position = /position (\d+)/.exec(message)?.[1];
  const line = position
    ? text.slice(0, Number(position)).split('\n').length
    : /line (\d+)/.exec(message)?.[1];
  return line ? `look at line ${line}.` : message;
}
