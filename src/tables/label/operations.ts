import { rowOperations } from '#src/tables/kit/row-operations.ts';

/** The mutators of labels. Tasks keep naming a deleted label: they do not show it, and have it again when it is restored. */
export const labelOperations = rowOperations('label');
