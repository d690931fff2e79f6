import { importedRowsIn } from '#src/reading/history/take-back-import.ts';
import { useLoaded } from '#src/web/account/loaded.ts';
import { useReplica } from '#src/web/data/replica-context.ts';
import { useTimeZone } from '#src/web/data/today.ts';
import { useStore } from '#src/web/platform/store.ts';
import { Button } from '#src/web/ui/button.tsx';
import { fullTime } from '#src/web/ui/full-time.ts';
import { AccountRow } from '#src/web/features/account/account-row.tsx';
import { finishedImport } from './finished-import.ts';
import { ImportResult, resultText } from './import-result.tsx';
import { findLastImport, loadImport } from './find-last-import.ts';
import { goingImport } from './going-import.ts';
import { useTakeBack } from './use-take-back.ts';

/** The last import, to be taken back for 30 days: of this tab, or else by the history on the server (rule I6). */
export function LastImport() {
  // Asks the server again once an import that continued here has ended.
  return <LastImportRow key={String(useStore(goingImport) === null)} />;
}

function LastImportRow() {
  const replica = useReplica();
  const timeZone = useTimeZone();
  const stored = useStore(finishedImport);
  const finished = stored?.replica === replica ? stored : null;
  const { data: last } = useLoaded(() => findLastImport(replica));
  const { state, text, takeBack } = useTakeBack(async () => {
    if (finished) return finished.rows;
    return last ? importedRowsIn(await loadImport(last)) : [];
  });
  if (state === 'done' && !finished)
    return <AccountRow label="Last import" value={<output>{text}</output>} />;
  if (!finished && !last) return null;
  const about = finished ? resultText(finished) : fullTime(last?.at ?? 0, timeZone);
  const told = { ready: text || about, busy: 'Taking the import back', done: about }[state];
  return (
    <AccountRow label="Last import" value={<output>{told}</output>}>
      {finished ? (
        <ImportResult finished={finished} isBusy={state === 'busy'} onTakeBack={() => void takeBack()} />
      ) : (
        <Button size="small" isBusy={state === 'busy'} onClick={() => void takeBack()}>
          Take back
        </Button>
      )}
    </AccountRow>
  );
}
