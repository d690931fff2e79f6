import { rowOperations } from '#src/tables/kit/row-operations.ts';

/**
 * The mutators of sections. The tasks of a deleted section stay, in no section. They keep naming it, and are in it
 * again when it is restored.
 */
export const sectionOperations = rowOperations('section');
