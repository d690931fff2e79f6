// All dialogs are one chunk: each of them is small compared with their shared code.
export { CollectionDialog } from '#src/web/features/collections/collection-dialog.tsx';
export { LabelDialog } from '#src/web/features/collections/label-dialog.tsx';
export { MenuDialog } from '#src/web/features/layout/menu-dialog.tsx';
export { ReadTaskDialog } from '#src/web/features/tasks/dialog/read-task-dialog.tsx';
export { OtherCollectionDialog } from '#src/web/features/tasks/dialog/other-collection-dialog.tsx';
export { ShortcutsDialog } from '#src/web/features/shortcuts/shortcuts-dialog.tsx';
export { TaskDialog } from '#src/web/features/tasks/dialog/task-dialog.tsx';
export { ConfirmDialog } from '#src/web/ui/overlays/confirm-dialog.tsx';
