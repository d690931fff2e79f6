import { Popover as BasePopover } from '@base-ui/react/popover';
import type { IconComponent } from '#src/web/ui/icons/icon.ts';
import { useState, type ReactNode, type RefObject } from 'react';
import type { SyncStatus } from '#src/sync/client/state/tab-state.ts';
import { useRejections, useSyncStatus } from '#src/web/data/rows.ts';
import { useStorageFacts } from './storage-facts.ts';
import { useTimeZone } from '#src/web/data/today.ts';
import { links } from '#src/web/addresses/links.ts';
import { Link } from '#src/web/ui/link.tsx';
import { Popover } from '#src/web/ui/overlays/popover.tsx';
import { LoadProgress } from './load-progress.tsx';
import styles from './sync-details.module.css';
import { connectionText, keptText, roomText, sinceText } from './sync-facts.ts';
import { explain } from './sync-explanation.ts';
import type { SyncState } from './sync-state.ts';
import { changesText } from './sync-texts.ts';
import { useBetween } from './use-between.ts';
import { SyncRemedy } from './sync-remedy.tsx';

interface SyncDetailsProps {
  readonly open: boolean;
  /** The button that opened it, and gets the focus back. */
  readonly button: RefObject<HTMLElement | null>;
  readonly state: SyncState;
  readonly icon: IconComponent;
  readonly onClose: () => void;
}

/** The state of syncing and storing in plain words, with the next step for the user. */
export function SyncDetails({ open, button, state, icon: Icon, onClose }: SyncDetailsProps) {
  const status = useSyncStatus();
  const { title, text } = explain(state, status, useRejections().length, useBetween());
  return (
    <Popover
      open={open}
      anchor={button}
      align="end"
      button={button}
      className={styles['popup']}
      onClose={onClose}
    >
      <div className={styles['head']}>
        <Icon size={20} aria-hidden />
        <BasePopover.Title className={styles['title']}>{title}</BasePopover.Title>
        <BasePopover.Description className={styles['text']}>{text}</BasePopover.Description>
      </div>
      {status.load && <LoadProgress load={status.load} label="Loading your tasks" />}
      <Facts status={status} onClose={onClose} />
      <SyncRemedy state={state} />
    </Popover>
  );
}

function Facts({ status, onClose }: { readonly status: SyncStatus; readonly onClose: () => void }) {
  const { connection, unsent, waitingSince, storage } = status;
  const facts = useStorageFacts();
  const rejected = useRejections().length;
  // Fixed for as long as the details are open.
  const timeZone = useTimeZone();
  const [now] = useState(() => Date.now());
  return (
    <dl className={styles['facts']}>
      <Fact name="Server">{connectionText(connection)}</Fact>
      <Fact name="Waiting">
        {waitingSince === null
          ? 'Nothing'
          : `${changesText(unsent)}, since ${sinceText(waitingSince, now, timeZone)}`}
      </Fact>
      {rejected > 0 && (
        <Fact name="Needs attention">
          <Link to={links.needsAttention} onClick={onClose}>
            {changesText(rejected)}
          </Link>
        </Fact>
      )}
      <Fact name="This device">{keptText(storage, facts)}</Fact>
      {storage !== 'memory' && facts && <Fact name="Room">{roomText(facts)}</Fact>}
    </dl>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
