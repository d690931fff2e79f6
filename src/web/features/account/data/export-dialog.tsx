import { useId, useState } from 'react';
import { calendarDayAt } from '#src/domain/time/calendar-day.ts';
import type { WrittenFormat } from '#src/file/writers/write-file.ts';
import { useReplica } from '#src/web/data/replica-context.ts';
import type { ExportSource } from '#src/web/focus/dialogs.ts';
import { ExportSourceRow } from '#src/web/features/account/export-source-row.tsx';
import { ChoiceRow } from '#src/web/features/account/setting-row.tsx';
import { Button } from '#src/web/ui/button.tsx';
import { Switch } from '#src/web/ui/fields/switch.tsx';
import { Dialog, DialogActions, type DialogControl } from '#src/web/ui/overlays/dialog.tsx';
import styles from './export-dialog.module.css';
import { exportTasks } from './export-tasks.ts';
import { saveFile } from './save-file.ts';

const FORMATS = {
  csv: { name: 'CSV', about: 'For spreadsheets. Sunglow reads it back.' },
  markdown: { name: 'Markdown', about: 'For documents and notes.' },
  'todo.txt': { name: 'todo.txt', about: 'One line for each task, without notes.' },
  ics: { name: 'iCalendar', about: 'For calendars and apps of reminders.' },
} satisfies Record<WrittenFormat, { name: string; about: string }>;

interface ExportDialogProps {
  readonly control: DialogControl;
  readonly source: ExportSource | null;
}

/** Saves tasks as a file of another format than Sunglow's own. */
export function ExportDialog({ control, source: from }: ExportDialogProps) {
  const replica = useReplica();
  const formId = useId();
  const [format, setFormat] = useState<WrittenFormat>('csv');
  const [source, setSource] = useState(from);
  const [hasCompleted, setHasCompleted] = useState(true);
  const save = async () => {
    // The file has the rows that are not among the first ones, too.
    await replica.whenAll();
    const { name, text, type } = exportTasks(
      replica,
      { format, source, hasCompleted },
      calendarDayAt(Date.now()),
    );
    saveFile(name, text, type);
    control.close();
  };
  return (
    <Dialog control={control} title="Export tasks" isSheet>
      <form
        id={formId}
        className={styles['form']}
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <ChoiceRow
          label="Format"
          values={Object.keys(FORMATS) as WrittenFormat[]}
          chosen={format}
          textOf={(each) => FORMATS[each].name}
          meaning={(each) => FORMATS[each].about}
          onChoose={setFormat}
        />
        <ExportSourceRow source={source} onSource={setSource} />
        {source?.table !== 'filter' && (
          <Switch
            label="Completed tasks"
            hint="Included in the file."
            checked={hasCompleted}
            onChecked={setHasCompleted}
          />
        )}
      </form>
      <DialogActions>
        <Button onClick={control.close}>Cancel</Button>
        <Button look="primary" type="submit" form={formId}>
          Export
        </Button>
      </DialogActions>
    </Dialog>
  );
}
