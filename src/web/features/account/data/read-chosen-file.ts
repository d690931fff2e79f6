import type { FileLists } from '#src/file/data-file.ts';
import { parseDataFile, UnreadableFile } from '#src/file/read-data-file.ts';

/** About 300,000 tasks of usual length. */
const MAX_BYTES = 100 * 1_048_576;

/** Throws UnreadableFile. */
export async function readChosenFile(file: Pick<File, 'size' | 'text'>): Promise<FileLists> {
  if (file.size > MAX_BYTES) throw new UnreadableFile('The file is larger than 100 MB.');
  let text: string;
  try {
    text = await file.text();
  } catch (cause) {
    throw new UnreadableFile('The file could not be read. Choose it again.', { cause });
  }
  return parseDataFile(text);
}
