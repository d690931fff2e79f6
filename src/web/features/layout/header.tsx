import { House } from '#src/web/ui/icons/house.ts';
import { Menu } from '#src/web/ui/icons/menu.ts';
import { Plus } from '#src/web/ui/icons/plus.ts';
import { Search } from '#src/web/ui/icons/search.ts';
import { openDialog } from '#src/web/focus/dialogs.ts';
import type { User } from '#src/web/platform/session.ts';
import { links } from '#src/web/addresses/links.ts';
import { Avatar } from '#src/web/ui/avatar.tsx';
import { Button } from '#src/web/ui/button.tsx';
import iconButton from '#src/web/ui/icon-button.module.css';
import { IconButton } from '#src/web/ui/icon-button.tsx';
import { Link } from '#src/web/ui/link.tsx';
import { Logo } from '#src/web/ui/logo.tsx';
import styles from './header.module.css';
import { SyncIndicator } from './sync-indicator.tsx';

/** `narrow`: the sidebar is a menu with its button here. */
export function Header({ user, narrow }: { readonly user: User; readonly narrow: boolean }) {
  return (
    <header className={styles['header']}>
      {narrow && (
        <>
          <IconButton
            icon={Menu}
            label="Menu"
            onClick={() => openDialog({ kind: 'menu' })}
            aria-haspopup="dialog"
          />
          <Link to={links.today} className={iconButton['button']} aria-label="Home" title="Home">
            <House size={18} aria-hidden />
          </Link>
        </>
      )}
      <Link to={links.today} className={styles['logo']} aria-label="Sunglow">
        <Logo />
        <span className={styles['logoWords']}>Sunglow</span>
      </Link>
      <div className={styles['space']} />
      <SyncIndicator />
      <IconButton
        icon={Search}
        label="Search"
        onClick={() => openDialog({ kind: 'search' })}
        aria-haspopup="dialog"
      />
      <Button
        look="primary"
        className={styles['add']}
        aria-label="Add task"
        onClick={() => openDialog({ kind: 'add-task' })}
      >
        <Plus size={18} className={styles['addIcon']} aria-hidden />
        <span className={styles['addWords']}>Add task</span>
      </Button>
      <Link to={links.account} className={styles['account']} aria-label="Account" title={user.name}>
        <Avatar user={user} />
      </Link>
    </header>
  );
}
