import type { IconComponent } from '#src/web/ui/icons/icon.ts';
import { CloudAlert } from '#src/web/ui/icons/cloud-exclamation-point.ts';
import { CloudCheck } from '#src/web/ui/icons/cloud-check.ts';
import { CloudDownload } from '#src/web/ui/icons/cloud-download.ts';
import { CloudOff } from '#src/web/ui/icons/cloud-off.ts';
import { CloudUpload } from '#src/web/ui/icons/cloud-upload.ts';
import { HardDrive } from '#src/web/ui/icons/hard-drive.ts';
import { LogIn } from '#src/web/ui/icons/log-in.ts';
import { RefreshCw } from '#src/web/ui/icons/refresh-cw.ts';
import { useRef, useState } from 'react';
import { useRejections } from '#src/web/data/rows.ts';
import { notifyError } from '#src/web/feedback/notifications.ts';
import { cx } from '#src/web/ui/class-names.ts';
import { ErrorBoundary } from '#src/web/ui/page/error-boundary.tsx';
import hidden from '#src/web/ui/hidden.module.css';
import { SyncDetails } from './sync-details-chunk.ts';
import styles from './sync-indicator.module.css';
import { announcementOf, labelOf, type SyncState } from './sync-state.ts';
import { useSyncState } from './use-sync-state.ts';

const ICONS: Readonly<Record<SyncState, IconComponent>> = {
  failing: CloudAlert,
  'signed-out': LogIn,
  'other-user': LogIn,
  upgrade: RefreshCw,
  offline: CloudOff,
  waiting: CloudUpload,
  memory: HardDrive,
  loading: CloudDownload,
  saved: CloudCheck,
};

/** The states that ask the user for something. */
const WARNINGS: ReadonlySet<SyncState> = new Set([
  'failing',
  'signed-out',
  'other-user',
  'upgrade',
  'memory',
]);

/** Shows quietly where the user's changes are: on the server, or only here. A press shows more. */
export function SyncIndicator() {
  const { state, status } = useSyncState();
  const [details, setDetails] = useState<'unused' | 'open' | 'closed'>('unused');
  const button = useRef<HTMLButtonElement>(null);
  const Icon = ICONS[state];
  const label = labelOf(state, status.unsent);
  return (
    <>
      <button
        ref={button}
        type="button"
        className={cx(styles['indicator'], WARNINGS.has(state) && styles['warning'])}
        title={label}
        aria-haspopup="dialog"
        aria-expanded={details === 'open'}
        // The text is a moment late. Scripts that wait for the server can read this.
        data-unsent={status.unsent}
        onClick={() => setDetails(details === 'open' ? 'closed' : 'open')}
      >
        <Icon size={16} aria-hidden />
        <span className={hidden['hidden']}>Sync: </span>
        <span className={styles['text']}>{label}</span>
      </button>
      {/* A change that is not late enough to show is still unsaved. */}
      <Announcement state={state === 'saved' && status.unsent > 0 ? 'waiting' : state} />
      {details !== 'unused' && (
        <ErrorBoundary
          fallback={null}
          onError={() => {
            setDetails('unused');
            notifyError('The details could not be loaded. Check your network, then try again.');
          }}
        >
          <SyncDetails
            open={details === 'open'}
            button={button}
            state={state}
            icon={Icon}
            onClose={() => setDetails('closed')}
          />
        </ErrorBoundary>
      )}
    </>
  );
}

/** For screen readers only. */
function Announcement({ state }: { readonly state: SyncState }) {
  const rejected = useRejections().length;
  const [told, setTold] = useState({ state, text: '' });
  if (told.state !== state) setTold({ state, text: announcementOf(state, told.text, rejected) });
  return (
    <span className={hidden['hidden']} aria-live="polite">
      {told.text}
    </span>
  );
}
