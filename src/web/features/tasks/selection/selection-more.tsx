import { Toolbar } from '@base-ui/react/toolbar';
import { useRef } from 'react';
import type { PlacedTask } from '#src/tables/task/task.ts';
import { useLocation, useNavigate } from '#src/web/addresses/location.ts';
import { besideState, taskLink } from '#src/web/addresses/task-address.ts';
import { useReplica } from '#src/web/data/replica-context.ts';
import { useMutateTogether } from '#src/web/data/use-mutate.ts';
import { openDialog } from '#src/web/focus/dialogs.ts';
import { openForSelection } from '#src/web/focus/row-popover.ts';
import { copyText } from '#src/web/tasks/copy-text.ts';
import { Bell } from '#src/web/ui/icons/bell.ts';
import { Copy } from '#src/web/ui/icons/copy.ts';
import { Ellipsis } from '#src/web/ui/icons/ellipsis.ts';
import { ExternalLink } from '#src/web/ui/icons/external-link.ts';
import { Pencil } from '#src/web/ui/icons/pencil.ts';
import { Rows } from '#src/web/ui/icons/rows-3.ts';
import { Target } from '#src/web/ui/icons/target.ts';
import { ActionItem, ActionMenu, MenuLine } from '#src/web/ui/overlays/action-menu.tsx';
import { duplicateAll } from './changes.ts';
import styles from './selection-bar.module.css';

interface SelectionMoreProps {
  readonly tasks: readonly PlacedTask[];
  readonly isOpen: boolean;
  readonly onOpen: () => void;
  readonly onClose: () => void;
  /** Ends the selection. */
  readonly onLeave: () => void;
}

/** The menu with the rarer actions on all selected tasks, and those of a row where one is selected. */
export function SelectionMore({ tasks, isOpen, onOpen, onClose, onLeave }: SelectionMoreProps) {
  const button = useRef<HTMLButtonElement>(null);
  const replica = useReplica();
  const mutate = useMutateTogether();
  const navigate = useNavigate();
  const location = useLocation();
  const close = () => {
    button.current?.focus();
    onClose();
  };
  const leaving = (run: () => void) => () => {
    close();
    onLeave();
    run();
  };
  const [first] = tasks;
  const single = tasks.length === 1 && first?.completedAt === null ? first : null;
  const links = tasks.map(({ id }) => window.location.origin + taskLink(id));
  return (
    <>
      <Toolbar.Button
        ref={button}
        className={styles['button']}
        aria-label="More"
        title="More"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={isOpen ? close : onOpen}
      >
        <Ellipsis size={18} aria-hidden />
      </Toolbar.Button>
      {isOpen && (
        <ActionMenu label="More for the selection" anchor={button} onClose={close}>
          {single && (
            <>
              <ActionItem
                icon={ExternalLink}
                onClick={leaving(() => navigate(taskLink(single.id), { state: besideState(location) }))}
              >
                Open
              </ActionItem>
              <ActionItem
                icon={Pencil}
                onClick={leaving(() => openDialog({ kind: 'edit-task', id: single.id }))}
              >
                Edit
              </ActionItem>
              <MenuLine />
            </>
          )}
          {(['deadline', 'reminders'] as const).map((part) => (
            <ActionItem
              key={part}
              icon={part === 'deadline' ? Target : Bell}
              onClick={() => {
                close();
                openForSelection(part);
              }}
            >
              {part === 'deadline' ? 'Deadline' : 'Reminders'}
            </ActionItem>
          ))}
          <MenuLine />
          <ActionItem
            icon={Rows}
            onClick={leaving(
              () =>
                void mutate(
                  duplicateAll(replica, tasks),
                  tasks.length === 1 ? 'Task duplicated' : 'Tasks duplicated',
                ),
            )}
          >
            Duplicate
          </ActionItem>
          <ActionItem icon={Copy} onClick={leaving(() => void copyText(links.join('\n')))}>
            {links.length === 1 ? 'Copy link' : 'Copy links'}
          </ActionItem>
        </ActionMenu>
      )}
    </>
  );
}
