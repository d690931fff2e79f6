import { chunk } from '#src/web/feedback/chunk.tsx';

export const sectionChunk = chunk(() => import('./section-tools.ts'));
export const SectionMenu = sectionChunk.part((module) => module.SectionMenu);
export const SectionNameForm = sectionChunk.part((module) => module.SectionNameForm);
export const RenameSection = sectionChunk.part((module) => module.RenameSection);
