import { chunk } from '#src/web/feedback/chunk.tsx';

export const detailChunk = chunk(() => import('./detail-popover.tsx'));
export const DetailPopover = detailChunk.part((module) => module.DetailPopover);
