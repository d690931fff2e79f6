import { chunk } from '#src/web/feedback/chunk.tsx';

export const syncDetailsChunk = chunk(() => import('./sync-details.tsx'));
export const SyncDetails = syncDetailsChunk.part((module) => module.SyncDetails);
