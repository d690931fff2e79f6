import { History } from '#src/web/ui/icons/history.ts';
import { Download } from '#src/web/ui/icons/download.ts';
import { Upload } from '#src/web/ui/icons/upload.ts';
import { useRef, useState, type ChangeEvent } from 'react';
import { links } from '#src/web/addresses/links.ts';
import { openDialog } from '#src/web/focus/dialogs.ts';
import { useReplica } from '#src/web/data/replica-context.ts';
import { useIsArriving } from '#src/web/data/rows.ts';
import { Button, ButtonLink } from '#src/web/ui/button.tsx';
import { Problem } from '#src/web/ui/page/problem.tsx';
import { AccountRow } from '#src/web/features/account/account-row.tsx';
import { AccountSection } from '#src/web/features/account/account-section.tsx';
import { UnknownFile } from '#src/file/source/source.ts';
import { ExportWithHistory } from './export-with-history.tsx';
import { readingOf } from './import-reading.ts';
import { LastImport } from './last-import.tsx';
import { saveExport } from './save-export.ts';

/**
 * Exports the user's data to a file, and imports a file. Both work without a network, since this device has
 * all rows.
 */
export function DataSection() {
  const replica = useReplica();
  const isArriving = useIsArriving();
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState('');
  const [isReading, setReading] = useState(false);

  const onFile = async (event: ChangeEvent<HTMLInputElement>) => {
    const { target } = event;
    const file = target.files?.[0];
    if (!file) return;
    setProblem('');
    setReading(true);
    const reading = readingOf(file, replica);
    try {
      await reading.read;
      openDialog({ kind: 'import', file, isDropped: false });
    } catch (error) {
      if (!(error instanceof UnknownFile)) throw error;
      reading.close();
      setProblem(`${file.name}: ${error.message}`);
    } finally {
      setReading(false);
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
        <Button size="small" disabled={isArriving} onClick={() => saveExport(replica)}>
          <Download size={16} aria-hidden />
          Export
        </Button>
      </AccountRow>
      <ExportWithHistory isDisabled={isArriving} />
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
        value="Bring tasks from another app, or from a file that Sunglow exported. You see what comes before it is added. You can also drop a file on any page."
        problem={<Problem>{problem}</Problem>}
      >
        <Button size="small" disabled={isArriving} isBusy={isReading} onClick={() => input.current?.click()}>
          <Upload size={16} aria-hidden />
          Import
        </Button>
        <input
          ref={input}
          type="file"
          aria-label="File to import"
          hidden
          onChange={(event) => void onFile(event)}
        />
      </AccountRow>
      <LastImport />
      <AccountRow
        label="History"
        value="All changes of the last year, by day and by device. You can take them back."
      >
        <ButtonLink size="small" to={links.history}>
          <History size={16} aria-hidden />
          Show history
        </ButtonLink>
      </AccountRow>
    </AccountSection>
  );
}
