import { useEffect } from 'react';
import { chunk, ChunkError } from '#src/web/feedback/chunk.tsx';
import { dropAllDialogs, useDialogStack } from '#src/web/focus/dialogs.ts';
import { useWhenIdle } from '#src/web/platform/idle.ts';
import { notifyError } from '#src/web/feedback/notifications.ts';
import { ErrorBoundary } from '#src/web/ui/page/error-boundary.tsx';

const load = () => import('./dialogs.tsx');
const dialogs = chunk(load);
const DialogStack = dialogs.part((module) => module.DialogStack);

/** Loaded ahead, since it cannot be loaded without a network. */
const preload = async () => {
  await dialogs.preload();
  await (await load()).preloadDialogs();
};

const NOT_LOADED =
  'This part of Sunglow could not be loaded. Check your network, then try again or reload the page.';
const BROKEN = 'This could not be shown. What you saved is safe; try again or reload the page.';

/** Shows the open dialogs. Their code loads while the browser is idle. */
export function DialogHost() {
  const stack = useDialogStack();
  useWhenIdle(preload);
  useEffect(() => dropAllDialogs, []);
  if (stack.length === 0) return null;
  const fail = (error: unknown) => {
    dropAllDialogs();
    notifyFailure(error);
  };
  return (
    <ErrorBoundary fallback={null} onError={fail}>
      <DialogStack stack={stack} onFailure={notifyFailure} />
    </ErrorBoundary>
  );
}

function notifyFailure(error: unknown): void {
  notifyError(error instanceof ChunkError ? NOT_LOADED : BROKEN);
}
