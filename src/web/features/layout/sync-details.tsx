import { Popover } from '@base-ui/react/popover';
import type { LucideIcon } from 'lucide-react';
import { useState, type ReactNode, type RefObject } from 'react';
import { Link } from 'react-router';
import type { SyncStatus } from '#src/sync/client/tab-state.ts';
import { useCloseRequest } from '#src/web/hooks/close-request.ts';
import { useRejections, useSyncStatus } from '#src/web/hooks/rows.ts';
import { useStorageFacts } from '#src/web/hooks/storage-facts.ts';
import { links } from '#src/web/links.ts';
import { LoadProgress } from './load-progress.tsx';
import styles from './sync-details.module.css';
import { connectionText, keptText, roomText, sinceText } from './sync-facts.ts';
import { explain, type SyncState } from './sync-state.ts';
import { changesText } from './sync-texts.ts';
import { WayOn } from './way-on.tsx';

interface SyncDetailsProps {
  readonly open: boolean;
  /** What opened it, and gets the focus back. */
  readonly button: RefObject<HTMLElement | null>;
  readonly state: SyncState;
  readonly icon: LucideIcon;
  readonly onClose: () => void;
}

/** How the app stands with the server and this device, in plain words, and what the user can do. */
export function SyncDetails({ open, button, state, icon: Icon, onClose }: SyncDetailsProps) {
  useCloseRequest(open, onClose);
  const status = useSyncStatus();
  const { title, text } = explain(state, status);
  return (
    <Popover.Root
      open={open}
      onOpenChange={(next, { event, reason }) => {
        // A press on the button that opened it is that button's to answer, and so is the focus that goes there with it.
        const target =
          reason === 'focus-out' && 'relatedTarget' in event ? event.relatedTarget : event.target;
        if (!next && !(target instanceof Node && button.current?.contains(target))) onClose();
      }}
    >
      <Popover.Portal>
        <Popover.Positioner
          anchor={button}
          align="end"
          sideOffset={6}
          collisionPadding={8}
          className={styles['positioner']}
        >
          <Popover.Popup className={styles['popup']} finalFocus={button}>
            <div className={styles['head']}>
              <Icon size={20} aria-hidden />
              <Popover.Title className={styles['title']}>{title}</Popover.Title>
              <Popover.Description className={styles['text']}>{text}</Popover.Description>
            </div>
            {status.load && <LoadProgress load={status.load} label="Loading your tasks" />}
            <Facts status={status} onClose={onClose} />
            <WayOn state={state} />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

function Facts({ status, onClose }: { readonly status: SyncStatus; readonly onClose: () => void }) {
  const { connection, unsent, waitingSince, storage } = status;
  const facts = useStorageFacts();
  const refused = useRejections().length;
  // Each time it is opened, for as long as it is.
  const [now] = useState(() => Date.now());
  return (
    <dl className={styles['facts']}>
      <Fact name="Server">{connectionText(connection)}</Fact>
      <Fact name="Waiting">
        {waitingSince === null ? 'Nothing' : `${changesText(unsent)}, since ${sinceText(waitingSince, now)}`}
      </Fact>
      {refused > 0 && (
        <Fact name="Needs attention">
          <Link to={links.needsAttention} onClick={onClose}>
            {changesText(refused)}
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
