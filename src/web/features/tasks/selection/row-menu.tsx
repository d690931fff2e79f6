import { PRIORITIES } from '#src/tables/task/table.ts';
import type { PlacedTask } from '#src/tables/task/task.ts';
import { useLocation, useNavigate } from '#src/web/addresses/location.ts';
import { besideState, historyLink, taskLink } from '#src/web/addresses/task-address.ts';
import { useReplica } from '#src/web/data/replica-context.ts';
import { useMutateTogether } from '#src/web/data/use-mutate.ts';
import { openDialog } from '#src/web/focus/dialogs.ts';
import { pressInRow, rowOf } from '#src/web/focus/row-focus.ts';
import {
  closeRowPopover,
  openRowPopover,
  type RowPart,
  type RowPopover,
} from '#src/web/focus/row-popover.ts';
import { copyText } from '#src/web/tasks/copy-text.ts';
import { toggleSelected } from '#src/web/tasks/selection.ts';
import { useTaskActions } from '#src/web/tasks/use-task-actions.ts';
import { Bell } from '#src/web/ui/icons/bell.ts';
import { CalendarDays } from '#src/web/ui/icons/calendar-days.ts';
import { Check } from '#src/web/ui/icons/check.ts';
import { Copy } from '#src/web/ui/icons/copy.ts';
import { ExternalLink } from '#src/web/ui/icons/external-link.ts';
import { Flag } from '#src/web/ui/icons/flag.ts';
import { FolderInput } from '#src/web/ui/icons/folder-input.ts';
import { History } from '#src/web/ui/icons/history.ts';
import { ListChecks } from '#src/web/ui/icons/list-checks.ts';
import { Pencil } from '#src/web/ui/icons/pencil.ts';
import { Repeat } from '#src/web/ui/icons/repeat.ts';
import { Rows } from '#src/web/ui/icons/rows-3.ts';
import { Tag } from '#src/web/ui/icons/tag.ts';
import { Target } from '#src/web/ui/icons/target.ts';
import { Trash } from '#src/web/ui/icons/trash.ts';
import { ActionItem, ActionMenu, MenuLine, RadioSubmenu } from '#src/web/ui/overlays/action-menu.tsx';
import { duplicate, prioritiseAll } from './changes.ts';

interface RowMenuProps {
  readonly task: PlacedTask;
  readonly popover: RowPopover;
}

/** Everything that can be done with one task. */
export function RowMenu({ task, popover }: RowMenuProps) {
  const { id, name, completedAt, date, priority } = task;
  const { anchor, point } = popover;
  const replica = useReplica();
  const mutate = useMutateTogether();
  const { toggle, askToDelete } = useTaskActions(task);
  const navigate = useNavigate();
  const location = useLocation();
  const isOpen = completedAt === null;
  /** Closes the menu first, so that the row has the focus, which a dialog gives back. */
  const closing = (run: () => void) => () => {
    closeRowPopover();
    run();
  };
  const value = (part: RowPart) => () => openRowPopover({ id, part, anchor });
  return (
    <ActionMenu label={`More for ${name}`} anchor={anchor} point={point} onClose={closeRowPopover}>
      <ActionItem
        icon={ExternalLink}
        keys="↵"
        onClick={closing(() => {
          // The calendar shows tasks without rows.
          if (!pressInRow(rowOf(id) ?? null, 'open'))
            navigate(taskLink(id), { state: besideState(location) });
        })}
      >
        Open
      </ActionItem>
      {isOpen && (
        <ActionItem icon={Pencil} keys="E" onClick={closing(() => openDialog({ kind: 'edit-task', id }))}>
          Edit
        </ActionItem>
      )}
      <ActionItem icon={Check} onClick={closing(toggle)}>
        {isOpen ? 'Complete' : 'Reopen'}
      </ActionItem>
      {isOpen && (
        <>
          <MenuLine />
          <ActionItem icon={CalendarDays} keys="T" onClick={value('day')}>
            Date
          </ActionItem>
          <ActionItem icon={Target} keys="D" onClick={value('deadline')}>
            Deadline
          </ActionItem>
          <ActionItem icon={Bell} keys="R" onClick={value('reminders')}>
            Reminders
          </ActionItem>
          {date !== null && (
            <ActionItem icon={Repeat} onClick={closing(() => openDialog({ kind: 'repeat-task', id }))}>
              Repeat
            </ActionItem>
          )}
          <ActionItem icon={FolderInput} keys="V" onClick={value('place')}>
            Move
          </ActionItem>
          <ActionItem icon={Tag} keys="L" onClick={value('labels')}>
            Labels
          </ActionItem>
          <RadioSubmenu
            icon={Flag}
            label="Priority"
            value={priority}
            options={PRIORITIES.map((each) => ({ value: each, name: `Priority ${each}` }))}
            onPick={(picked) => {
              closeRowPopover();
              if (picked !== priority) void mutate(prioritiseAll([task], picked), `Priority ${picked}`);
            }}
          />
        </>
      )}
      <MenuLine />
      {isOpen && (
        <ActionItem
          icon={Rows}
          onClick={closing(() => void mutate(duplicate(replica, task), 'Task duplicated'))}
        >
          Duplicate
        </ActionItem>
      )}
      <ActionItem icon={Copy} onClick={closing(() => void copyText(window.location.origin + taskLink(id)))}>
        Copy link
      </ActionItem>
      <ActionItem icon={ListChecks} keys="X" onClick={closing(() => toggleSelected(replica, id))}>
        Select
      </ActionItem>
      <ActionItem
        icon={History}
        onClick={closing(() => navigate(historyLink(id), { state: besideState(location) }))}
      >
        History
      </ActionItem>
      <MenuLine />
      <ActionItem icon={Trash} look="danger" onClick={closing(askToDelete)}>
        Delete
      </ActionItem>
    </ActionMenu>
  );
}
