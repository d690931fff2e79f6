// One chunk: the list in the sidebar loads the code that the others need.
export { FilterDialog } from './filter-dialog.tsx';
export { FilterList } from './filter-list.tsx';
