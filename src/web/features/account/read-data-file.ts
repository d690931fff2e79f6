import type { FileLists, FileListName } from '#src/domain/data-file.ts';
import { SunglowError } from '#src/domain/errors.ts';
import { isRecord } from '#src/web/hooks/session.ts';

/** Some 300,000 tasks of usual length. */
const MAX_BYTES = 100 * 1_048_576;

/** The file holds nothing that could be imported. The message says why, and where. */
export class UnreadableFile extends SunglowError {
  constructor(message: string, options?: ErrorOptions) {
    super('UNREADABLE_FILE', message, options);
  }
}

/** Throws UnreadableFile. */
export async function readDataFile(file: Pick<File, 'size' | 'text'>): Promise<FileLists> {
  if (file.size > MAX_BYTES) throw new UnreadableFile('The file is larger than 100 MB.');
  let text: string;
  try {
    text = await file.text();
  } catch (cause) {
    throw new UnreadableFile('The file could not be read. Choose it again.', { cause });
  }
  return parseDataFile(text);
}

/** Throws UnreadableFile. */
export function parseDataFile(text: string): FileLists {
  const value = parseJson(text);
  if (!isRecord(value) || Array.isArray(value)) throw new UnreadableFile('This is no export of Sunglow.');
  const { collections, tasks, completedTasks } = value;
  if (collections === undefined && tasks === undefined && completedTasks === undefined)
    throw new UnreadableFile('The file has none of “collections”, “tasks” and “completedTasks”.');
  return {
    collections: listOf(collections, 'collections'),
    tasks: listOf(tasks, 'tasks'),
    completedTasks: listOf(completedTasks, 'completedTasks'),
  };
}

/** The realtime database gives a list as an object by key, or as an array with holes. */
function listOf(value: unknown, name: FileListName): readonly unknown[] {
  if (value === undefined || value === null) return [];
  if (!isRecord(value)) throw new UnreadableFile(`“${name}” is not a list.`);
  return Object.values(value).filter((entry) => entry !== null);
}

function parseJson(text: string): unknown {
  try {
    // Some editors put a mark before the text.
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (cause) {
    throw new UnreadableFile(`The file is not valid JSON: ${placeOf(cause, text)}`, { cause });
  }
}

/** Browsers tell the place of an error in words of their own; some tell what stands there instead. */
function placeOf(error: unknown, text: string): string {
  const message = error instanceof Error ? error.message : '';
  const position = /position (\d+)/.exec(message)?.[1];
  const line = position
    ? text.slice(0, Number(position)).split('\n').length
    : /line (\d+)/.exec(message)?.[1];
  return line ? `look at line ${line}.` : message;
}
