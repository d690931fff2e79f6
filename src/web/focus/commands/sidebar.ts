import type { PartCommand } from './part-command.ts';

/** The commands of the sidebar about the collection with the focus. */
export const ON_COLLECTION = [
  { id: 'fold-collection', does: 'Show what is below it, or hide that', keys: ['ArrowRight', 'ArrowLeft'] },
  { id: 'collection-up', does: 'Move it up', keys: ['Alt+ArrowUp'] },
  { id: 'collection-down', does: 'Move it down', keys: ['Alt+ArrowDown'] },
] as const satisfies readonly PartCommand[];
