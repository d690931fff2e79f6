import type { PartCommand } from './part-command.ts';

/** The commands of a board about the card with the focus. */
export const ON_BOARD = [
  { id: 'column', does: 'Next or previous column', keys: ['ArrowRight', 'ArrowLeft'] },
  { id: 'to-next-column', does: 'Move it to the next column', keys: ['Alt+ArrowRight'] },
  { id: 'to-previous-column', does: 'Move it to the previous column', keys: ['Alt+ArrowLeft'] },
] as const satisfies readonly PartCommand[];
