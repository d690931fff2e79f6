import { chunk } from '#src/web/chunk.tsx';

export const filterChunk = chunk(() => import('./filter-tools.ts'));
export const FilterList = filterChunk.patientPart((module) => module.FilterList);
export const FilterPage = filterChunk.page((module) => module.FilterPage);
export const FilterDialog = filterChunk.part((module) => module.FilterDialog);
