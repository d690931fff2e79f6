import { useState } from 'react';
import { reloadApp } from '#src/web/platform/app-update.ts';
import { Button } from '#src/web/ui/button.tsx';

/** Loads the app anew, in its newest version. */
export function ReloadButton({ look }: { readonly look: 'primary' | 'plain' }) {
  const [isLoading, setLoading] = useState(false);
  const reload = () => {
    setLoading(true);
    // The user may be asked whether to leave, and stay.
    void reloadApp().finally(() => setLoading(false));
  };
  return (
    <Button look={look} size="small" isBusy={isLoading} onClick={reload}>
      {isLoading ? 'Loading...' : 'Reload'}
    </Button>
  );
}
