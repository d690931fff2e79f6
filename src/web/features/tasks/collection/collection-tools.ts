// What is done with a whole collection is one chunk: no first paint shows any of it.
export { ArchivedNote } from './archived-note.tsx';
export { ArchivedPage } from './archived-page.tsx';
export { CollectionMenu } from './collection-menu.tsx';
