import { chunk } from '#src/web/feedback/chunk.tsx';

export const collectionChunk = chunk(() => import('./collection-tools.ts'));
export const ArchivedNote = collectionChunk.part((module) => module.ArchivedNote);
