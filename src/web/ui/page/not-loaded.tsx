import { reloadApp } from '#src/web/platform/app-update.ts';
import { useReach } from '#src/web/platform/reach.ts';
import { Loading } from './loading.tsx';
import { Trouble } from './trouble.tsx';

/** Stands in for a page whose code could not be loaded: says why, as far as that can be known, and what to do. */
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
          text="This page comes with it. What you saved is safe on this device; reload to go on."
          retryLabel="Reload"
          onRetry={reload}
        />
      );
    case 'same-version':
      return (
        <Trouble
          title="This page could not be loaded"
          text="Something went wrong on the way. What you saved is safe on this device."
          onRetry={reload}
        />
      );
  }
}

/**
 * Where the server can be reached a new document is the one way that is sure to load the code again: browsers before 2026
 * remember for the life of a document what failed to load, and all of them wait on for what hangs. Nothing typed is lost:
 * a page that is not there has no fields.
 */
function reload(): void {
  void reloadApp();
}
