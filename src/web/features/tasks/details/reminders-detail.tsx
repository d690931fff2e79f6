import { X } from '#src/web/ui/icons/x.ts';
import { newId } from '#src/domain/id.ts';
import { reminderText } from '#src/web/words/reminder.ts';
import { handOnFocus } from '#src/web/focus/leaving-focus.ts';
import { isThereAlready, remindersIn, remindersText } from '#src/web/features/tasks/draft/draft-reminders.ts';
import { ReminderChoices } from '#src/web/features/tasks/reminders/reminder-choices.tsx';
import styles from '#src/web/features/tasks/reminders/reminders.module.css';
import { IconButton } from '#src/web/ui/icon-button.tsx';
import type { DetailProps } from './detail.ts';

/** The reminders of a task: the chosen ones, each with a button that removes it, and more to choose. */
export function RemindersDetail({ fields, onChange, onClose }: DetailProps) {
  const chosen = remindersIn(fields.reminders);
  return (
    <>
      {chosen.length > 0 && (
        <ul aria-label="Chosen reminders">
          {chosen.map(({ id, when }) => (
            <li key={id} ref={handOnFocus} className={styles['chosen']}>
              <span>{reminderText(when)}</span>
              <IconButton
                icon={X}
                label={`Remove reminder ${reminderText(when)}`}
                title="Remove"
                data-control="remove"
                onClick={() =>
                  onChange({ reminders: remindersText(chosen.filter((each) => each.id !== id)) })
                }
              />
            </li>
          ))}
        </ul>
      )}
      <ReminderChoices
        hasTime={fields.time !== null}
        onChoose={(when) => {
          if (!isThereAlready(chosen, when))
            onChange({ reminders: remindersText([...chosen, { id: newId(), when }]) });
          onClose();
        }}
      />
    </>
  );
}
