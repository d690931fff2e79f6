import { useEffect } from 'react';
import type { Rows } from '#src/tables/tables.ts';
import { heirsOf, pageHeading } from './focus.ts';
import { createStore, useStore } from '#src/web/platform/store.ts';

/** The question before an action that cannot be undone. */
export interface Question {
  readonly title: string;
  readonly description?: string;
  /** The texts of the two buttons; `Cancel` and `Confirm` by default. */
  readonly cancel?: string;
  readonly confirm?: string;
  readonly onConfirm: () => void;
  /** A milder alternative, if there is one. */
  readonly other?: { readonly label: string; readonly run: () => void };
}

/** The initial text of a new task from another app, treated as typed by the user. */
export interface NewTaskText {
  readonly name: string;
  readonly description: string;
}

/** The initial fields of a new task beyond those of its page: the ones that its neighbors share. */
export type NewTaskFields = Partial<
  Pick<Rows['task'], 'date' | 'time' | 'priority' | 'collectionId' | 'sectionId' | 'labels'>
>;

/** The tasks of an export: those of a collection, or of a filter. */
export interface ExportSource {
  readonly table: 'collection' | 'filter';
  readonly id: string;
}

/** Every dialog, with its data. Any part of the app may open any of them. */
export type DialogRequest =
  | { readonly kind: 'menu' }
  | { readonly kind: 'shortcuts' }
  | { readonly kind: 'search' }
  | {
      readonly kind: 'add-task';
      readonly text?: NewTaskText;
      readonly fields?: NewTaskFields | undefined;
      readonly onShown?: () => void;
    }
  | { readonly kind: 'edit-task'; readonly id: string }
  | { readonly kind: 'read-task'; readonly id: string }
  | { readonly kind: 'reopen-task'; readonly id: string }
  | { readonly kind: 'restore-task'; readonly id: string }
  | { readonly kind: 'repeat-task'; readonly id: string }
  | { readonly kind: 'add-collection'; readonly parentId?: string; readonly onAdded?: (id: string) => void }
  | { readonly kind: 'edit-collection'; readonly id: string }
  | { readonly kind: 'add-label' }
  | { readonly kind: 'edit-label'; readonly id: string }
  | { readonly kind: 'add-filter' }
  | { readonly kind: 'edit-filter'; readonly id: string }
  | { readonly kind: 'sign-in-again'; readonly onSignedIn: () => void }
  | { readonly kind: 'export'; readonly source: ExportSource | null }
  /** `isDropped`: no page waits for the result, so that the dialog shows it. */
  | { readonly kind: 'import'; readonly file: File; readonly isDropped: boolean }
  | ({ readonly kind: 'confirm' } & Question);

export interface OpenDialog {
  readonly key: number;
  readonly request: DialogRequest;
  /** False while the dialog fades out. */
  readonly open: boolean;
  /**
   * Finds the element for the focus when the dialog closes: the one that had it before, or the nearest one
   * still there.
   */
  readonly returnFocus: () => HTMLElement | null;
}

/** The open dialogs, each above the one before. */
const stack = createStore<readonly OpenDialog[]>([]);

let lastKey = 0;

export function useDialogStack(): readonly OpenDialog[] {
  return useStore(stack);
}

export function hasOpenDialog(): boolean {
  return stack.get().some(({ open }) => open);
}

export function openDialog(request: DialogRequest): void {
  const dialogs = stack.get().filter(({ open }) => open);
  const returnFocus = heirsOf(document.activeElement);
  stack.set([...dialogs, { key: ++lastKey, request, open: true, returnFocus }]);
}

/** Opens a dialog. Resolves when it is closed, or could not be shown. */
export function openUntilClosed(request: DialogRequest): Promise<void> {
  openDialog(request);
  const key = lastKey;
  return new Promise((resolve) => {
    const stop = stack.subscribe(() => {
      if (stack.get().some((dialog) => dialog.key === key && dialog.open)) return;
      stop();
      resolve();
    });
  });
}

/** Asks before an action that cannot be undone. */
export function ask(question: Question): void {
  openDialog({ kind: 'confirm', ...question });
}

/** Asks the specification's question before a deletion; `description` says what is deleted too. */
export function askToDelete(description: string, onConfirm: () => void): void {
  ask({ title: 'Are you sure you want to delete?', description, onConfirm });
}

/** Begins to close a dialog and those above it. The lowest of them decides where the focus goes. */
export function closeDialog(key: number): void {
  const dialogs = stack.get();
  const below = dialogs.findIndex((dialog) => dialog.key === key);
  const returnFocus = dialogs[below]?.returnFocus;
  if (!returnFocus) return;
  stack.set(
    dialogs.map((dialog, index) => (index < below ? dialog : { ...dialog, open: false, returnFocus })),
  );
}

/** Removes a closed dialog, and those above it. */
export function dropDialog(key: number): void {
  const below = stack.get().findIndex((dialog) => dialog.key === key);
  if (below >= 0) stack.set(stack.get().slice(0, below));
}

/** Removes all dialogs at once, since their page is gone. */
export function dropAllDialogs(): void {
  stack.set([]);
}

/** Closes the menu if it is on top: the user has chosen a page there, and its heading gets the focus. */
export function closeMenu(): void {
  closeForPage('menu');
}

/** Closes a dialog where the user chose a page. */
export function closeForPage(kind: 'menu' | 'search' | 'shortcuts'): void {
  const top = stack.get().at(-1);
  if (top?.request.kind !== kind) return;
  stack.set([...stack.get().slice(0, -1), { ...top, open: false, returnFocus: pageHeading }]);
}

/**
 * Closes the menu when `isUseless`, since it would be open but hidden, and block the shortcuts. Dialogs above
 * it would close too and lose typed text, so it waits for them.
 */
export function useMenuEnd(isUseless: boolean): void {
  const isOnTop = useDialogStack().at(-1)?.request.kind === 'menu';
  useEffect(() => {
    if (isUseless && isOnTop) closeMenu();
  }, [isUseless, isOnTop]);
}
