import { Plus } from '#src/web/ui/icons/plus.ts';
import { useRef, useState } from 'react';
import { Button } from '#src/web/ui/button.tsx';
import { Menu } from '#src/web/ui/overlays/menu.tsx';
import type { When } from '#src/web/features/tasks/draft/draft-reminders.ts';
import { ReminderChoices } from './reminder-choices.tsx';
import styles from './reminders.module.css';

interface AddReminderProps {
  readonly hasTime: boolean;
  readonly onAdd: (when: When) => void;
}

/** A button that opens a menu of moments for a reminder. */
export function AddReminder({ hasTime, onAdd }: AddReminderProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Plus size={16} aria-hidden />
      <Button
        ref={button}
        look="quiet"
        size="small"
        className={styles['add']}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        Add reminder
      </Button>
      <Menu open={isOpen} label="Add reminder" button={button} onClose={() => setOpen(false)}>
        <ReminderChoices
          hasTime={hasTime}
          onChoose={(when) => {
            setOpen(false);
            onAdd(when);
          }}
        />
      </Menu>
    </>
  );
}
