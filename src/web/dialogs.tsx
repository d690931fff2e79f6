import type { ReactNode } from 'react';
import { chunk } from '#src/web/feedback/chunk.tsx';
import { CollectionDialog } from '#src/web/features/collections/collection-dialog.tsx';
import { FilterDialog } from '#src/web/features/collections/filters/filter-chunk.ts';
import { LabelDialog } from '#src/web/features/collections/label-dialog.tsx';
import { MenuDialog } from '#src/web/features/layout/menu-dialog.tsx';
import { syncDetailsChunk } from '#src/web/features/layout/sync-details-chunk.ts';
import { calendarChunk } from '#src/web/features/tasks/dialog/calendar-chunk.ts';
import { ReadTaskDialog } from '#src/web/features/tasks/dialog/read-task-dialog.tsx';
import { OtherCollectionDialog } from '#src/web/features/tasks/dialog/other-collection-dialog.tsx';
import { TaskDialog } from '#src/web/features/tasks/dialog/task-dialog.tsx';
import { detailChunk } from '#src/web/features/tasks/details/detail-chunk.ts';
import { ShortcutsDialog } from '#src/web/features/shortcuts/shortcuts-dialog.tsx';
import {
  closeDialog,
  dropDialog,
  openDialog,
  type DialogRequest,
  type OpenDialog,
} from '#src/web/focus/dialogs.ts';
import { SCREENS } from './screens.ts';
import { Sidebar } from './sidebar.tsx';
import { ConfirmDialog } from '#src/web/ui/overlays/confirm-dialog.tsx';
import type { DialogControl } from '#src/web/ui/overlays/dialog.tsx';
import { ErrorBoundary } from '#src/web/ui/page/error-boundary.tsx';

// Most dialogs are in this one script: each of them is small compared with their shared code.
const RepeatDialog = detailChunk.part((module) => module.RepeatDialog);

const palette = chunk(() => import('#src/web/features/shortcuts/palette/palette-dialog.tsx'));
const PaletteDialog = palette.part((module) => module.PaletteDialog);

// Seldom used; its page loads it when needed.
const ImportDialog = chunk(() => import('#src/web/features/account/data/import-dialog.tsx')).part(
  (module) => module.ImportDialog,
);

const ExportDialog = chunk(() => import('#src/web/features/account/data/export-dialog.tsx')).part(
  (module) => module.ExportDialog,
);

const SignInAgainDialog = chunk(
  () => import('#src/web/features/account/sign-in/sign-in-again-dialog.tsx'),
).part((module) => module.SignInAgainDialog);

/** Loads the dialogs that are not in this script. */
export const preloadDialogs = () =>
  Promise.all([
    palette.preload(),
    calendarChunk.preload(),
    detailChunk.preload(),
    syncDetailsChunk.preload(),
  ]);

interface DialogStackProps {
  readonly stack: readonly OpenDialog[];
  /** Runs after a dialog that failed is closed. */
  readonly onFailure: (error: unknown) => void;
}

/** The open dialogs, each inside the one below it. */
export function DialogStack({ stack, onFailure }: DialogStackProps) {
  const [dialog, ...above] = stack;
  if (!dialog) return null;
  const { key, open, request, returnFocus } = dialog;
  const control: DialogControl = {
    open,
    returnFocus,
    close: () => closeDialog(key),
    reopen: () => openDialog(anew(request)),
    onClosed: () => dropDialog(key),
    above: <DialogStack stack={above} onFailure={onFailure} />,
  };
  const fail = (error: unknown) => {
    dropDialog(key);
    onFailure(error);
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
          <Sidebar inDialog />
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
    case 'export':
      return <ExportDialog control={control} source={request.source} />;
    case 'import':
      return <ImportDialog control={control} file={request.file} isDropped={request.isDropped} />;
    case 'confirm':
      return <ConfirmDialog control={control} question={request} />;
  }
}
