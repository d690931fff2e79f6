import { reminderSettings } from '#src/reading/remind/reminder-settings.ts';
import type { OpenSettingName } from '#src/tables/setting/setting.ts';
import { reminderText } from '#src/web/words/reminder.ts';
import { useRow } from '#src/web/data/rows.ts';
import { useMutate } from '#src/web/data/use-mutate.ts';
import { SettingGroup } from '#src/web/features/account/setting-group.tsx';
import { SettingRow } from '#src/web/features/account/setting-row.tsx';
import { Select } from '#src/web/ui/fields/select.tsx';
import { Switch } from '#src/web/ui/fields/switch.tsx';
import styles from './reminders-section.module.css';

/** The choices for tasks with a time that have no reminder of their own, in minutes before the time. */
const MINUTES = [0, 5, 10, 15, 30, 60, 120, 1_440] as const;

/** The times of automatic reminders, and their text: the same on all devices. */
export function ReminderSettingsPart() {
  const mutate = useMutate();
  const rows = {
    remindBefore: useRow('setting', 'remindBefore'),
    dailyBrief: useRow('setting', 'dailyBrief'),
    reminderText: useRow('setting', 'reminderText'),
  };
  const { remindBefore, dailyBrief, isTextShown } = reminderSettings(
    (name) => rows[name as keyof typeof rows]?.value,
  );
  const choose = (id: OpenSettingName, value: string) =>
    void mutate('setting.set', { id, value, at: Date.now() }, null);
  const minutes = new Set<number>(MINUTES);
  if (remindBefore !== null) minutes.add(remindBefore);
  return (
    <SettingGroup title="When">
      <SettingRow
        label="Tasks with a time"
        hint="Used for tasks with a time that have no reminder of their own."
      >
        {(control) => (
          <Select
            {...control}
            value={String(remindBefore ?? '')}
            onValue={(value) => choose('remindBefore', value)}
          >
            <option value="">No reminder</option>
            {[...minutes]
              .toSorted((a, b) => a - b)
              .map((each) => (
                <option key={each} value={each}>
                  {reminderText({ minutesBefore: each })}
                </option>
              ))}
          </Select>
        )}
      </SettingRow>
      <SettingRow
        label="Daily brief"
        hint="A list of the tasks of the day, at this time. Leave empty for no daily brief."
      >
        {(control) => (
          <input
            {...control}
            type="time"
            className={styles['time']}
            value={dailyBrief ?? ''}
            onChange={(event) => choose('dailyBrief', event.target.value)}
          />
        )}
      </SettingRow>
      <Switch
        label="Hide task names"
        hint="Reminders only say that something is due. They still open the task."
        checked={!isTextShown}
        onChecked={(isHidden) => choose('reminderText', isHidden ? 'hidden' : 'shown')}
      />
    </SettingGroup>
  );
}
