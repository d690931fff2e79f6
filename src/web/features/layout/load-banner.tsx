import { PAGE_ROWS } from '#src/sync/protocol.ts';
import { useSyncStatus } from '#src/web/data/rows.ts';
import styles from './load-banner.module.css';
import { LoadProgress } from './load-progress.tsx';

/**
 * The progress of loading many tasks. Hidden for the last page, which arrives before anybody could read it.
 */
export function LoadBanner() {
  const { load, connection } = useSyncStatus();
  const isMoving = connection === 'online';
  if (!load || (isMoving && load.missing <= PAGE_ROWS)) return null;
  const title = isMoving ? 'Loading your tasks' : 'Some of your tasks are still loading';
  return (
    <div className={styles['banner']}>
      <p className={styles['title']}>{title}</p>
      {/* Screen readers announce changes of the text around it, but not the numbers after every page. */}
      <div aria-live="off">
        <LoadProgress load={load} label={title} />
      </div>
    </div>
  );
}
