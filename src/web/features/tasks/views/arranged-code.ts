// What a list can look like besides the usual is one chunk, and so is the menu that chooses it.
export { ArrangedTasks } from './arranged-tasks.tsx';
export { ViewButton } from '#src/web/features/tasks/arranged/view-button.tsx';
