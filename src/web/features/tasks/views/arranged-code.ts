// The other views of a list, and the menu that chooses them, are one chunk.
export { ArrangedTasks } from './arranged-tasks.tsx';
export { ViewButton } from '#src/web/features/tasks/arranged/view-button.tsx';
