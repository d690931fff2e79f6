import { Keyboard } from '#src/web/ui/icons/keyboard.ts';
import { openDialog } from '#src/web/focus/dialogs.ts';
import styles from './shortcuts-button.module.css';

/** It is at the sidebar's foot, where there is likely a keyboard. Others come to the shortcuts by `?`. */
export function ShortcutsButton() {
  return (
    <div className={styles['foot']}>
      <button type="button" className={styles['button']} onClick={() => openDialog({ kind: 'shortcuts' })}>
        <Keyboard size={16} aria-hidden />
        Keyboard shortcuts
      </button>
    </div>
  );
}
