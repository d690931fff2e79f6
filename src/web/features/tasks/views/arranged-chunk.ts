import { chunk } from '#src/web/feedback/chunk.tsx';

/** Lists as their users see them otherwise. Whoever never opens the menu never needs it. */
export const arrangedChunk = chunk(() => import('./arranged-code.ts'));
export const ArrangedTasks = arrangedChunk.page((module) => module.ArrangedTasks);
export const ViewButton = arrangedChunk.patientPart((module) => module.ViewButton);
