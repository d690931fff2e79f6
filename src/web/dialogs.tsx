// All dialogs are one chunk: each is small beside what they share.
export { CollectionDialog } from './features/collections/collection-dialog.tsx';
export { MenuDialog } from './features/layout/menu-dialog.tsx';
export { ReadTaskDialog } from './features/tasks/read-task-dialog.tsx';
export { ReopenDialog } from './features/tasks/reopen-dialog.tsx';
export { ShortcutsDialog } from './features/shortcuts/shortcuts-dialog.tsx';
export { TaskDialog } from './features/tasks/task-dialog.tsx';
export { ConfirmDialog } from './ui/confirm-dialog.tsx';
