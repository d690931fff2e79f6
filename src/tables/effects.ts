/**
 * The number of the mutators' effects. It is raised when any mutator does something else to the same rows with the same
 * arguments. An app with another number foresees other outcomes than the server decides, so the server tells it the
 * rows (sync rule W19). effects.test.ts compares the effects with the recorded ones.
 */
export const EFFECTS = 1;
