import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from '#src/web/ui/icons/x.ts';
import type { ReactNode } from 'react';
import { useMenuEnd } from '#src/web/focus/dialogs.ts';
import { useNarrow } from '#src/web/platform/media-query.ts';
import { DialogShell, type DialogControl } from '#src/web/ui/overlays/dialog.tsx';
import { IconButton } from '#src/web/ui/icon-button.tsx';
import styles from './menu-dialog.module.css';

interface MenuDialogProps {
  readonly control: DialogControl;
  readonly children: ReactNode;
}

/** The sidebar as a modal, without room for it beside the page. */
export function MenuDialog({ control, children }: MenuDialogProps) {
  const narrow = useNarrow();
  // Turning a phone may make room for the sidebar. The menu then hides at once, and closes when no dialog is
  // above it.
  useMenuEnd(control.open && !narrow);
  const onClosed = () => {
    if (!control.open) control.onClosed();
  };
  return (
    <DialogShell
      control={{ ...control, open: control.open && narrow, onClosed }}
      onDismiss={control.close}
      popupClass={styles['popup'] ?? ''}
    >
      <div className={styles['top']}>
        <Base.Title className={styles['title']}>Menu</Base.Title>
        <IconButton icon={X} label="Close" onClick={control.close} />
      </div>
      {children}
    </DialogShell>
  );
}
