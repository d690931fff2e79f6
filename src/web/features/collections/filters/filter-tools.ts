// One chunk: the list in the sidebar keeps what the others read.
export { FilterDialog } from './filter-dialog.tsx';
export { FilterList } from './filter-list.tsx';
