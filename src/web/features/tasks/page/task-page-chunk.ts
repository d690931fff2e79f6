import { chunk } from '#src/web/feedback/chunk.tsx';

export const taskPageChunk = chunk(() => import('./task-page.tsx'));
export const TaskPage = taskPageChunk.page((module) => module.TaskPage);
