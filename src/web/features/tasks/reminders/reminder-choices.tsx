import { Bell } from '#src/web/ui/icons/bell.ts';
import { CalendarClock } from '#src/web/ui/icons/calendar-clock.ts';
import { useState, type SubmitEvent } from 'react';
import { useTypedLanguage } from '#src/web/features/tasks/quick-add/use-typed-language.ts';
import { typedLanguage } from '#src/web/features/tasks/draft/typed-language.ts';
import { reminderText } from '#src/web/words/reminder.ts';
import { Button } from '#src/web/ui/button.tsx';
import { TextField } from '#src/web/ui/fields/text-field.tsx';
import { MenuItem } from '#src/web/ui/overlays/menu.tsx';
import type { When } from '#src/web/features/tasks/draft/draft-reminders.ts';
import styles from './reminders.module.css';

/** The usual minutes before the time of a task. */
export const USUAL_MINUTES = [0, 10, 60, 1_440] as const;

interface ReminderChoicesProps {
  /** False for a task without a time. Its reminders before the time must wait for one. */
  readonly hasTime: boolean;
  readonly onChoose: (when: When) => void;
}

/** The moments for a reminder: before the time of the task, or at an instant that the user picks. */
export function ReminderChoices({ hasTime, onChoose }: ReminderChoicesProps) {
  const [isPicking, setPicking] = useState(false);
  if (isPicking) return <PickInstant onPick={(remindAt) => onChoose({ remindAt })} />;
  return (
    <>
      {!hasTime && (
        <p className={styles['note']}>The task has no time yet. Reminders before it wait for one.</p>
      )}
      {USUAL_MINUTES.map((minutesBefore) => (
        <MenuItem key={minutesBefore} icon={Bell} onClick={() => onChoose({ minutesBefore })}>
          {reminderText({ minutesBefore })}
        </MenuItem>
      ))}
      <MenuItem icon={CalendarClock} onClick={() => setPicking(true)}>
        Pick a day and time
      </MenuItem>
    </>
  );
}

/** A form for an instant. `onPick` gets it in ms since 1970 UTC. */
export function PickInstant({ onPick }: { readonly onPick: (remindAt: number) => void }) {
  'use no memo';
  // The same text may mean another day in another language.
  useTypedLanguage();
  const [text, setText] = useState('');
  const [isTried, setTried] = useState(false);
  const [now] = useState(Date.now);
  const due = typedLanguage.get()?.due(text) ?? null;
  const picked = due?.time ? new Date(`${due.date}T${due.time}`) : null;
  const error = !picked
    ? 'Please enter a day and a time, such as “tomorrow 9am”'
    : picked.getTime() <= now
      ? 'Please enter a time that is still to come'
      : null;
  const submit = (event: SubmitEvent) => {
    // The form may be inside another form, which must not be submitted.
    event.preventDefault();
    event.stopPropagation();
    if (picked && error === null) onPick(picked.getTime());
    else setTried(true);
  };
  return (
    <form className={styles['pick']} aria-label="Pick a day and time" noValidate onSubmit={submit}>
      <TextField
        label="Remind me at"
        placeholder="tomorrow 9am"
        autoComplete="off"
        value={text}
        hint={picked && reminderText({ remindAt: picked.getTime() })}
        onValue={setText}
        error={isTried ? error : null}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the user pressed a button to get here
        autoFocus
      />
      <Button type="submit" look="primary" size="small">
        Add
      </Button>
    </form>
  );
}
