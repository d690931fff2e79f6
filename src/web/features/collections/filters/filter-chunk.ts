import { chunk } from '#src/web/feedback/chunk.tsx';

export const filterChunk = chunk(() => import('./filter-tools.ts'));
export const FilterList = filterChunk.patientPart((module) => module.FilterList);
export const FilterDialog = filterChunk.part((module) => module.FilterDialog);
