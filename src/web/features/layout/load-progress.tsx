import type { Progress } from '#src/sync/client/tab-state.ts';
import styles from './load-progress.module.css';
import { loadText } from './sync-texts.ts';

/** How far a load of many tasks has come. */
export function LoadProgress({ load, label }: { readonly load: Progress; readonly label: string }) {
  return (
    <div className={styles['progress']}>
      <progress
        className={styles['bar']}
        aria-label={label}
        value={load.received}
        max={load.received + load.missing}
      />
      <span className={styles['count']}>{loadText(load)}</span>
    </div>
  );
}
