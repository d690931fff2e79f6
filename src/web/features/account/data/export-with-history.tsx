import { useState } from 'react';
import { loadHistoryWhile } from '#src/web/account/history-client.ts';
import { AuthError } from '#src/web/account/auth-client.ts';
import { useReplica } from '#src/web/data/replica-context.ts';
import { AccountRow } from '#src/web/features/account/account-row.tsx';
import { formatCount } from '#src/web/platform/format-count.ts';
import { Button } from '#src/web/ui/button.tsx';
import { Problem } from '#src/web/ui/page/problem.tsx';
import { saveExport } from './save-export.ts';

/** Exports the user's data with the history, which the server has (rule H3). */
export function ExportWithHistory({ isDisabled }: { readonly isDisabled: boolean }) {
  const replica = useReplica();
  const [isBusy, setBusy] = useState(false);
  const [loaded, setLoaded] = useState(0);
  const [problem, setProblem] = useState('');
  const save = async () => {
    setBusy(true);
    setLoaded(0);
    setProblem('');
    try {
      const history = await loadHistoryWhile({}, () => {
        setLoaded((count) => count + 1);
        return true;
      });
      saveExport(replica, history);
    } catch (error) {
      if (!(error instanceof AuthError)) throw error;
      setProblem(error.code === 'OFFLINE' ? 'History needs a connection.' : error.message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <AccountRow
      label="Export with history"
      value={
        isBusy
          ? `Changes read so far: ${formatCount(loaded)}`
          : 'The same file, with all changes of the last year. This needs a connection.'
      }
      problem={<Problem>{problem}</Problem>}
    >
      <Button size="small" disabled={isDisabled} isBusy={isBusy} onClick={() => void save()}>
        Include history
      </Button>
    </AccountRow>
  );
}
