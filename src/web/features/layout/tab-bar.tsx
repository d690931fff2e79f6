import { Search } from '#src/web/ui/icons/search.ts';
import { Fragment } from 'react';
import { useLocation } from '#src/web/addresses/location.ts';
import { openDialog } from '#src/web/focus/dialogs.ts';
import type { Screen } from '#src/web/data/screen.ts';
import { Link } from '#src/web/ui/link.tsx';
import { AddTaskButton } from './add-task-button.tsx';
import styles from './tab-bar.module.css';

/** The bar at the foot of a narrow window: two screens, the button that adds a task, search, and one more screen. */
export function TabBar({ screens }: { readonly screens: readonly Screen[] }) {
  const { pathname } = useLocation();
  return (
    <nav aria-label="Tabs" className={styles['bar']}>
      <ul className={styles['tabs']}>
        {screens.map(({ id, path, name, icon: Icon }, index) => (
          <Fragment key={id}>
            {index === 2 && (
              <>
                <li>
                  <AddTaskButton className={styles['add']} />
                </li>
                <li>
                  <button
                    type="button"
                    className={styles['tab']}
                    aria-haspopup="dialog"
                    onClick={() => openDialog({ kind: 'search' })}
                  >
                    <Search size={22} aria-hidden />
                    <span>Search</span>
                  </button>
                </li>
              </>
            )}
            <li>
              <Link to={path} className={styles['tab']} aria-current={pathname === path ? 'page' : undefined}>
                <Icon size={22} aria-hidden />
                <span>{name}</span>
              </Link>
            </li>
          </Fragment>
        ))}
      </ul>
    </nav>
  );
}
