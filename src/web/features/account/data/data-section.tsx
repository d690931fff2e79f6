import { Download } from '#src/web/ui/icons/download.ts';
import { Upload } from '#src/web/ui/icons/upload.ts';
import { useRef, useState, type ChangeEvent } from 'react';
import { calendarDayAt } from '#src/domain/time/calendar-day.ts';
import { openDialog } from '#src/web/focus/dialogs.ts';
import { useReplica } from '#src/web/data/replica-context.ts';
import { useIsArriving } from '#src/web/data/rows.ts';
import { Button } from '#src/web/ui/button.tsx';
import { Problem } from '#src/web/ui/page/problem.tsx';
import { AccountRow } from '#src/web/features/account/account-row.tsx';
import { AccountSection } from '#src/web/features/account/account-section.tsx';
import { readChosenFile } from './read-chosen-file.ts';
import { UnreadableFile } from '#src/file/read-data-file.ts';
import { saveFile } from './save-file.ts';
import { exportOf } from '#src/file/export.ts';

/**
 * Exports the user's data to a file, and imports a file. Both work without a network, since this device has
 * all rows.
 */
export function DataSection() {
  const replica = useReplica();
  const isArriving = useIsArriving();
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState('');

  const onFile = async (event: ChangeEvent<HTMLInputElement>) => {
    const { target } = event;
    const file = target.files?.[0];
    if (!file) return;
    setProblem('');
    try {
      openDialog({ kind: 'import', fileName: file.name, lists: await readChosenFile(file) });
    } catch (error) {
      if (!(error instanceof UnreadableFile)) throw error;
      setProblem(`${file.name}: ${error.message}`);
    } finally {
      // So that the same file can be chosen again.
      target.value = '';
    }
  };

  return (
    <AccountSection isPage title="Your data" about="Take your tasks with you, or bring them back.">
      <AccountRow
        label="Export"
        value={
          isArriving
            ? 'Your tasks are still loading. They can be exported once all are here.'
            : 'All your collections, tasks and preferences, as a JSON file.'
        }
      >
        <Button
          size="small"
          disabled={isArriving}
          onClick={() =>
            saveFile(
              `sunglow-${calendarDayAt(Date.now())}.json`,
              JSON.stringify(exportOf(replica), null, 2),
              'application/json',
            )
          }
        >
          <Download size={16} aria-hidden />
          Export
        </Button>
      </AccountRow>
      <AccountRow
        label="Export tasks"
        value="As CSV, Markdown, todo.txt or a calendar, all of them or those of one collection or filter."
      >
        <Button size="small" onClick={() => openDialog({ kind: 'export', source: null })}>
          Choose
        </Button>
      </AccountRow>
      <AccountRow
        label="Import"
        value="Bring tasks from a file that Sunglow exported. You see the tasks before they are added."
        problem={<Problem>{problem}</Problem>}
      >
        <Button size="small" disabled={isArriving} onClick={() => input.current?.click()}>
          <Upload size={16} aria-hidden />
          Import
        </Button>
        <input
          ref={input}
          type="file"
          accept=".json,application/json"
          aria-label="File to import"
          hidden
          onChange={(event) => void onFile(event)}
        />
      </AccountRow>
    </AccountSection>
  );
}
