import { rowOperations } from './row-operations.ts';

/** A label that is deleted comes off its tasks: they name it still, and have it again when it is restored. */
export const labelOperations = rowOperations('label');
