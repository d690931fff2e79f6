/**
 * The number of the effects that the mutators have. A change of what any of them does to the same rows with the same arguments raises it: an app
 * of another number foresees another outcome than the server decides, and is told the rows (sync rule W19). effects.test.ts holds it against the
 * outcomes of before.
 */
export const EFFECTS = 1;
