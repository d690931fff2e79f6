import { reloadApp } from '#src/web/platform/app-update.ts';
import { useReach } from '#src/web/platform/reach.ts';
import { Loading } from './loading.tsx';
import { Trouble } from './trouble.tsx';

/** Replaces a page whose code could not be loaded. Says why, if known, and what to do. */
export function NotLoaded({ onRetry }: { readonly onRetry: () => void }) {
  const reach = useReach();
  switch (reach) {
    case null:
      return <Loading />;
    case 'none':
      return (
        <Trouble
          title="No connection"
          text="This page is not on your device yet. Check your network, then try again."
          onRetry={onRetry}
        />
      );
    case 'another-version':
      return (
        <Trouble
          title="There is a new version of Sunglow"
          text="This page comes with it. Everything you saved is safe on this device. Reload to open it."
          retryLabel="Reload"
          onRetry={reload}
        />
      );
    case 'same-version':
      return (
        <Trouble
          title="This page could not be loaded"
          text="It failed to load. Everything you saved is safe on this device."
          onRetry={reload}
        />
      );
  }
}

/**
 * Reloads the document, the only sure way to load the code again: browsers before 2026 remember a failed load
 * for the life of a document, and all of them wait on for a hanging one. A page that is not there has no
 * fields, so that nothing typed is lost.
 */
function reload(): void {
  void reloadApp();
}
