import { useState } from 'react';
import { reloadApp } from '#src/web/platform/app-update.ts';
import { Button } from '#src/web/ui/button.tsx';

/** Reloads the app in its newest version. */
export function ReloadButton({ look }: { readonly look: 'primary' | 'plain' }) {
  const [isLoading, setLoading] = useState(false);
  const reload = () => {
    setLoading(true);
    // The browser may ask the user to confirm, and the user may stay.
    void reloadApp().finally(() => setLoading(false));
  };
  return (
    <Button look={look} size="small" isBusy={isLoading} onClick={reload}>
      {isLoading ? 'Loading...' : 'Reload'}
    </Button>
  );
}
