import { isRecord } from '#src/domain/is-record.ts';
import type { ReadFile } from '#src/file/source/source.ts';

/** The file with its topmost collections below a collection of the user. */
export function putUnder(file: ReadFile, collectionId: string): ReadFile {
  const { collections } = file.lists;
  const below = collections.map((entry) =>
    isRecord(entry) && (entry['parentId'] ?? '') === '' ? { ...entry, parentId: collectionId } : entry,
  );
  return { ...file, lists: { ...file.lists, collections: below } };
}
