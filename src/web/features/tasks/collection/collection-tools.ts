// The tools for whole collections are one chunk: no first paint shows them.
export { ArchivedNote } from './archived-note.tsx';
export { ArchivedPage } from './archived-page.tsx';
