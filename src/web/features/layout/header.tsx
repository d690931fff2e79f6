import { House } from '#src/web/ui/icons/house.ts';
import { Menu } from '#src/web/ui/icons/menu.ts';
import { Search } from '#src/web/ui/icons/search.ts';
import { openDialog } from '#src/web/focus/dialogs.ts';
import type { Screen } from '#src/web/data/screen.ts';
import type { User } from '#src/web/platform/session.ts';
import { links } from '#src/web/addresses/links.ts';
import { Avatar } from '#src/web/ui/avatar.tsx';
import iconButton from '#src/web/ui/icon-button.module.css';
import { IconButton } from '#src/web/ui/icon-button.tsx';
import { Link } from '#src/web/ui/link.tsx';
import { Logo } from '#src/web/ui/logo.tsx';
import { AddTaskButton } from './add-task-button.tsx';
import styles from './header.module.css';
import { SyncIndicator } from './sync-indicator.tsx';
import { TabBar } from './tab-bar.tsx';

interface HeaderProps {
  readonly user: User;
  /** The sidebar is a menu with its button here, and search and the button for a task are in the bar at the foot. */
  readonly narrow: boolean;
  /** The screens of that bar. */
  readonly tabs: readonly Screen[];
}

export function Header({ user, narrow, tabs }: HeaderProps) {
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
            <House size={20} aria-hidden />
          </Link>
        </>
      )}
      <Link to={links.today} className={styles['logo']} aria-label="Sunglow">
        <Logo />
        <span className={styles['logoWords']}>Sunglow</span>
      </Link>
      <div className={styles['space']} />
      <SyncIndicator />
      {!narrow && (
        <>
          <IconButton
            icon={Search}
            label="Search"
            onClick={() => openDialog({ kind: 'search' })}
            aria-haspopup="dialog"
          />
          <AddTaskButton className={styles['add']} words="Add task" />
        </>
      )}
      <Link to={links.account} className={styles['account']} aria-label="Account" title={user.name}>
        <Avatar user={user} />
      </Link>
      {narrow && <TabBar screens={tabs} />}
    </header>
  );
}
