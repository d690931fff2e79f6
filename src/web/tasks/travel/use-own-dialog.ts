import { useState, type RefObject } from 'react';
import type { DialogControl } from '#src/web/ui/overlays/dialog.tsx';

/** A dialog outside the dialog host. On closing, the focus returns to `button`. */
export function useOwnDialog(button: RefObject<HTMLElement | null>) {
  const [stage, setStage] = useState<'none' | 'open' | 'closing'>('none');
  const control: DialogControl = {
    open: stage === 'open',
    close: () => setStage('closing'),
    reopen: () => setStage('open'),
    onClosed: () => setStage('none'),
    returnFocus: () => button.current,
    above: null,
  };
  return { control, isShown: stage !== 'none', open: () => setStage('open') };
}
