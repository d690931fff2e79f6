import { CircleHelp } from '#src/web/ui/icons/circle-help.ts';
import { Keyboard } from '#src/web/ui/icons/keyboard.ts';
import { links } from '#src/web/addresses/links.ts';
import { useLocation } from '#src/web/addresses/location.ts';
import { closeMenu, openDialog } from '#src/web/focus/dialogs.ts';
import { cx } from '#src/web/ui/class-names.ts';
import { Link } from '#src/web/ui/link.tsx';
import styles from './shortcuts-button.module.css';

/** At the foot of the sidebar: the help, and the shortcuts on devices that likely have a keyboard. `?` opens these everywhere. */
export function ShortcutsButton() {
  const isHere = useLocation().pathname === links.help;
  return (
    <div className={styles['foot']}>
      <Link
        to={links.help}
        className={styles['button']}
        aria-current={isHere ? 'page' : undefined}
        onClick={closeMenu}
      >
        <CircleHelp size={16} aria-hidden />
        Help
      </Link>
      <button
        type="button"
        className={cx(styles['button'], styles['keys'])}
        onClick={() => openDialog({ kind: 'shortcuts' })}
      >
        <Keyboard size={16} aria-hidden />
        Keyboard shortcuts
      </button>
    </div>
  );
}
