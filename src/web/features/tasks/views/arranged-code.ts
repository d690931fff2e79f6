// The other views of a list, and the tools beside its title, are one chunk.
export { ArrangedTasks } from './arranged-tasks.tsx';
export { ViewButton } from '#src/web/features/tasks/arranged/view-button.tsx';
export { MoveToToday } from './move-to-today.tsx';
