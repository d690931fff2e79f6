import { rowOperations } from './row-operations.ts';

/** A filter goes without any of the tasks that it shows. */
export const filterOperations = rowOperations('filter');
