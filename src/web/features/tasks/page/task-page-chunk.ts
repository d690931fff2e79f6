import { chunk } from '#src/web/chunk.tsx';

export const taskPageChunk = chunk(() => import('./task-page.tsx'));
export const TaskPage = taskPageChunk.page((module) => module.TaskPage);
