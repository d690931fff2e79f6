import type { Task } from '#src/tables/task/task.ts';
import { openDialog } from '#src/web/focus/dialogs.ts';
import { openRowPopover } from '#src/web/focus/row-popover.ts';
import { IconButton } from '#src/web/ui/icon-button.tsx';
import { Calendar } from '#src/web/ui/icons/calendar.ts';
import { Ellipsis } from '#src/web/ui/icons/ellipsis.ts';
import { Pencil } from '#src/web/ui/icons/pencil.ts';
import styles from './task-row.module.css';

/** The buttons at the end of a row: its dialog and its day while it is open, and its menu. */
export function RowActions({ task: { id, name, completedAt } }: { readonly task: Task }) {
  return (
    <span className={styles['actions']} data-actions>
      {completedAt === null && (
        <>
          <IconButton
            icon={Pencil}
            label={`Edit ${name}`}
            title="Edit"
            className={styles['quick']}
            onClick={() => openDialog({ kind: 'edit-task', id })}
          />
          <IconButton
            icon={Calendar}
            label={`Date of ${name}`}
            title="Date"
            aria-haspopup="dialog"
            data-control="date"
            className={styles['quick']}
            onClick={({ currentTarget: anchor }) => openRowPopover({ id, part: 'day', anchor })}
          />
        </>
      )}
      <IconButton
        icon={Ellipsis}
        label={`More for ${name}`}
        title="More"
        aria-haspopup="menu"
        data-control="more"
        onClick={({ currentTarget: anchor }) => openRowPopover({ id, part: 'menu', anchor })}
      />
    </span>
  );
}
