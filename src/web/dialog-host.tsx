import { useEffect, type ReactNode } from 'react';
import { chunk, ChunkError } from '#src/web/feedback/chunk.tsx';
import { FilterDialog } from '#src/web/features/collections/filters/filter-chunk.ts';
import { syncDetailsChunk } from '#src/web/features/layout/sync-details-chunk.ts';
import { calendarChunk } from '#src/web/features/tasks/dialog/calendar-chunk.ts';
import { detailChunk } from '#src/web/features/tasks/details/detail-chunk.ts';
import {
  closeDialog,
  dropAllDialogs,
  dropDialog,
  openDialog,
  useDialogStack,
  type DialogRequest,
  type OpenDialog,
} from '#src/web/focus/dialogs.ts';
import { useWhenIdle } from '#src/web/platform/idle.ts';
import { notifyError } from '#src/web/feedback/notifications.ts';
import { SCREENS } from './screens.ts';
import { Sidebar } from './sidebar.tsx';
import { ErrorBoundary } from '#src/web/ui/page/error-boundary.tsx';
import type { DialogControl } from '#src/web/ui/overlays/dialog.tsx';

const dialogs = chunk(() => import('./dialogs.tsx'));
const MenuDialog = dialogs.part((module) => module.MenuDialog);
const ShortcutsDialog = dialogs.part((module) => module.ShortcutsDialog);
const TaskDialog = dialogs.part((module) => module.TaskDialog);
const ReadTaskDialog = dialogs.part((module) => module.ReadTaskDialog);
const OtherCollectionDialog = dialogs.part((module) => module.OtherCollectionDialog);
const RepeatDialog = detailChunk.part((module) => module.RepeatDialog);
const CollectionDialog = dialogs.part((module) => module.CollectionDialog);
const LabelDialog = dialogs.part((module) => module.LabelDialog);
const ConfirmDialog = dialogs.part((module) => module.ConfirmDialog);

const palette = chunk(() => import('#src/web/features/shortcuts/palette/palette-dialog.tsx'));
const PaletteDialog = palette.part((module) => module.PaletteDialog);

// Seldom used; its page loads it when needed.
const ImportDialog = chunk(() => import('#src/web/features/account/data/import-dialog.tsx')).part(
  (module) => module.ImportDialog,
);

const SignInAgainDialog = chunk(
  () => import('#src/web/features/account/sign-in/sign-in-again-dialog.tsx'),
).part((module) => module.SignInAgainDialog);

/** Loaded ahead, since it cannot be loaded without a network. */
const preload = () =>
  Promise.all([
    dialogs.preload(),
    palette.preload(),
    calendarChunk.preload(),
    detailChunk.preload(),
    syncDetailsChunk.preload(),
  ]);

const NOT_LOADED =
  'This part of Sunglow could not be loaded. Check your network, then try again or reload the page.';
const BROKEN = 'This could not be shown. What you saved is safe; try again or reload the page.';

/** Shows the open dialogs, each inside the one below it. Their code loads while the browser is idle. */
export function DialogHost() {
  const stack = useDialogStack();
  useWhenIdle(preload);
  useEffect(() => dropAllDialogs, []);
  return <Layer stack={stack} />;
}

function Layer({ stack }: { readonly stack: readonly OpenDialog[] }) {
  const [dialog, ...above] = stack;
  if (!dialog) return null;
  const { key, open, request, returnFocus } = dialog;
  const control: DialogControl = {
    open,
    returnFocus,
    close: () => closeDialog(key),
    reopen: () => openDialog(anew(request)),
    onClosed: () => dropDialog(key),
    above: <Layer stack={above} />,
  };
  const fail = (error: unknown) => {
    dropDialog(key);
    notifyError(error instanceof ChunkError ? NOT_LOADED : BROKEN);
  };
  return (
    <ErrorBoundary key={key} fallback={null} onError={fail}>
      {render(dialog, control)}
    </ErrorBoundary>
  );
}

/** The request to reopen a closed dialog. Its draft already contains the shared text. */
function anew(request: DialogRequest): DialogRequest {
  return request.kind === 'add-task' ? { kind: 'add-task', fields: request.fields } : request;
}

function render({ request }: OpenDialog, control: DialogControl): ReactNode {
  switch (request.kind) {
    case 'menu':
      return (
        <MenuDialog control={control}>
          <Sidebar />
        </MenuDialog>
      );
    case 'shortcuts':
      return <ShortcutsDialog control={control} screens={SCREENS} />;
    case 'search':
      return <PaletteDialog control={control} screens={SCREENS} />;
    case 'add-task':
      return (
        <TaskDialog
          control={control}
          taskId={null}
          text={request.text}
          fields={request.fields}
          onShown={request.onShown}
        />
      );
    case 'edit-task':
      return <TaskDialog control={control} taskId={request.id} />;
    case 'read-task':
      return <ReadTaskDialog control={control} taskId={request.id} />;
    case 'reopen-task':
      return <OtherCollectionDialog control={control} taskId={request.id} action="reopen" />;
    case 'restore-task':
      return <OtherCollectionDialog control={control} taskId={request.id} action="restore" />;
    case 'repeat-task':
      return <RepeatDialog control={control} taskId={request.id} />;
    case 'add-collection':
      return (
        <CollectionDialog
          control={control}
          collectionId={null}
          parentId={request.parentId}
          onAdded={request.onAdded}
        />
      );
    case 'edit-collection':
      return <CollectionDialog control={control} collectionId={request.id} />;
    case 'add-label':
      return <LabelDialog control={control} labelId={null} />;
    case 'edit-label':
      return <LabelDialog control={control} labelId={request.id} />;
    case 'add-filter':
      return <FilterDialog control={control} filterId={null} />;
    case 'edit-filter':
      return <FilterDialog control={control} filterId={request.id} />;
    case 'sign-in-again':
      return <SignInAgainDialog control={control} onSignedIn={request.onSignedIn} />;
    case 'import':
      return <ImportDialog control={control} fileName={request.fileName} lists={request.lists} />;
    case 'confirm':
      return <ConfirmDialog control={control} question={request} />;
  }
}
