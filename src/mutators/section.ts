import { rowOperations } from './row-operations.ts';

/** The tasks of a section that is deleted stay, in none. They name it still, and are in it again when it is restored. */
export const sectionOperations = rowOperations('section');
