import { PAGE_ROWS } from '#src/sync/protocol.ts';
import { useSyncStatus } from '#src/web/data/rows.ts';
import styles from './load-banner.module.css';
import { LoadProgress } from './load-progress.tsx';

/** How far the device has come with loading many tasks: those of the last page are there before anyone has read it. */
export function LoadBanner() {
  const { load, connection } = useSyncStatus();
  const isMoving = connection === 'online';
  if (!load || (isMoving && load.missing <= PAGE_ROWS)) return null;
  const title = isMoving ? 'Loading your tasks' : 'Some of your tasks are still to come';
  return (
    <div className={styles['banner']}>
      <p className={styles['title']}>{title}</p>
      {/* What is around it is read out when it changes; not the numbers at every page. */}
      <div aria-live="off">
        <LoadProgress load={load} label={title} />
      </div>
    </div>
  );
}
