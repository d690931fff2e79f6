import { CloudCheck, CloudDownload, CloudOff, CloudUpload, type LucideIcon } from 'lucide-react';
import type { SyncStatus } from '#src/sync/client/tab-state.ts';
import { useSyncStatus } from '#src/web/hooks/rows.ts';
import { waitingText } from './sync-texts.ts';
import styles from './sync-indicator.module.css';

/** Says quietly where the user's changes are: on the server, or still only here. */
export function SyncIndicator() {
  const status = useSyncStatus();
  const { icon: Icon, text } = describe(status);
  return (
    <p className={styles['indicator']} title={text}>
      <Icon size={16} aria-hidden />
      <span className={styles['text']}>{text}</span>
    </p>
  );
}

function describe({ connection, unsent, load }: SyncStatus): { icon: LucideIcon; text: string } {
  const waiting = waitingText(unsent);
  if (connection === 'online' || connection === 'connecting') {
    if (unsent > 0) return { icon: CloudUpload, text: waiting };
    return load ? { icon: CloudDownload, text: 'Loading' } : { icon: CloudCheck, text: 'Saved' };
  }
  if (connection === 'offline')
    return { icon: CloudOff, text: unsent > 0 ? `Offline · ${waiting}` : 'Offline' };
  return { icon: CloudOff, text: unsent > 0 ? waiting : 'Not syncing' };
}
