import { strFromU8, unzipSync } from 'fflate';
import { MAX_FILE_BYTES } from './decode.ts';
import { UnknownFile } from './source.ts';

/** The most files of an archive that are opened. */
const MAX_FILES = 10_000;

/** True for a zip archive. */
export function isZip(bytes: Uint8Array): boolean {
  return strFromU8(bytes.subarray(0, 4), true) === 'PK\u0003\u0004';
}

/**
 * The files of an archive with these names, by name. The sizes that the archive declares are summed before anything is
 * opened, and no file becomes larger than it declares. Throws UnknownFile.
 */
export function filesInZip(
  bytes: Uint8Array,
  isWanted: (name: string) => boolean,
): ReadonlyMap<string, Uint8Array> {
  let [size, count] = [0, 0];
  try {
    unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        if (isWanted(name)) [size, count] = [size + originalSize, count + 1];
        return false;
      },
    });
    if (size > MAX_FILE_BYTES || count > MAX_FILES)
      throw new UnknownFile('The archive holds more than 100 MB of text.');
    return new Map(Object.entries(unzipSync(bytes, { filter: ({ name }) => isWanted(name) })));
  } catch (cause) {
    if (cause instanceof UnknownFile) throw cause;
    throw new UnknownFile('The archive is damaged.', { cause });
  }
}
