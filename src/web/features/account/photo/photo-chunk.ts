import { chunk } from '#src/web/feedback/chunk.tsx';

const photoChunk = chunk(() => import('./photo-form.tsx'));
export const PhotoForm = photoChunk.part((module) => module.PhotoForm);
