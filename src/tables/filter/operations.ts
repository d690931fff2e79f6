import { rowOperations } from '#src/tables/kit/row-operations.ts';

/** The mutators of filters. A filter owns no tasks, so deleting it deletes none. */
export const filterOperations = rowOperations('filter');
