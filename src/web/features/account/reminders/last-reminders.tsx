import { useId, useState } from 'react';
import type { Receipt } from '#src/reading/remind/push-api.ts';
import { useLoaded } from '#src/web/account/loaded.ts';
import { loadReceipts } from '#src/web/account/push-client.ts';
import { receiptSteps } from '#src/web/data/receipt-texts.ts';
import { useMoment } from '#src/web/data/use-moment.ts';
import { AccountRow } from '#src/web/features/account/account-row.tsx';
import { LoadedPart } from '#src/web/features/account/loaded-part.tsx';
import { handOnFocus } from '#src/web/focus/leaving-focus.ts';
import { taskLink } from '#src/web/addresses/task-address.ts';
import { Button } from '#src/web/ui/button.tsx';
import { Link } from '#src/web/ui/link.tsx';
import { formatCount } from '#src/web/platform/format-count.ts';
import styles from './reminders-section.module.css';

/** The number of reminders shown at first. */
const SHOWN = 10;

const loadAll = () => loadReceipts(null);

/** The results of the reminders of the last 30 days (rule N4), the newest first. */
export function LastReminders() {
  const titleId = useId();
  const loaded = useLoaded(loadAll);
  const [most, setMost] = useState(SHOWN);
  return (
    <div className={styles['last']}>
      <div className={styles['listHead']}>
        <h3 id={titleId} className={styles['partTitle']}>
          Last reminders
        </h3>
        <Button look="quiet" size="small" onClick={loaded.reload}>
          Refresh
        </Button>
      </div>
      <LoadedPart loaded={loaded}>
        {(receipts) => (
          <>
            {/* oxlint-disable-next-line jsx-a11y/no-redundant-roles -- Safari drops the role of a list without bullets */}
            <ul role="list" aria-labelledby={titleId}>
              {receipts.slice(0, most).map((receipt) => (
                <LastReminder key={receipt.alarm} receipt={receipt} />
              ))}
              {receipts.length === 0 && (
                <li>
                  <AccountRow label="None in the last 30 days" />
                </li>
              )}
            </ul>
            {receipts.length > most && (
              <Button
                look="quiet"
                size="small"
                ref={handOnFocus}
                className={styles['more']}
                onClick={() => setMost(receipts.length)}
              >
                Show {formatCount(receipts.length - most)} more
              </Button>
            )}
          </>
        )}
      </LoadedPart>
    </div>
  );
}

function LastReminder({ receipt }: { readonly receipt: Receipt }) {
  const { taskId, name, dueAt, state } = receipt;
  const momentOf = useMoment();
  const label =
    taskId === null ? (
      'Daily brief'
    ) : name === '' ? (
      'A deleted task'
    ) : (
      <Link to={taskLink(taskId)} dir="auto">
        {name}
      </Link>
    );
  return (
    <li data-state={state}>
      <AccountRow
        label={label}
        value={
          <>
            <time dateTime={new Date(dueAt).toISOString()}>{momentOf(dueAt)}</time>
            {receiptSteps(receipt, (at) => momentOf(at, dueAt)).map((step) => (
              <span key={step} className={styles['step']}>
                {step}
              </span>
            ))}
          </>
        }
      />
    </li>
  );
}
