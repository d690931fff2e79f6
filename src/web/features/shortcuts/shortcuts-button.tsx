import { Keyboard } from '#src/web/ui/icons/keyboard.ts';
import { openDialog } from '#src/web/focus/dialogs.ts';
import styles from './shortcuts-button.module.css';

/** At the foot of the sidebar on devices that likely have a keyboard. `?` opens the shortcuts everywhere. */
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
