import { chunk } from '#src/web/feedback/chunk.tsx';

/** The other views of lists. A user who never opens the menu never needs them. */
export const arrangedChunk = chunk(() => import('./arranged-code.ts'));
export const ArrangedTasks = arrangedChunk.page((module) => module.ArrangedTasks);
export const ViewButton = arrangedChunk.patientPart((module) => module.ViewButton);
export const MoveToToday = arrangedChunk.patientPart((module) => module.MoveToToday);
