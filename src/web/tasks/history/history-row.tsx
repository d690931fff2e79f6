import { Undo } from '#src/web/ui/icons/undo-2.ts';
import { useId, useState } from 'react';
import type { HistoryEntry } from '#src/reading/history/history.ts';
import { useLocation } from '#src/web/addresses/location.ts';
import { besideState, taskLink } from '#src/web/addresses/task-address.ts';
import { useMoment } from '#src/web/data/use-moment.ts';
import { handOnFocus } from '#src/web/focus/leaving-focus.ts';
import { Button } from '#src/web/ui/button.tsx';
import { cx } from '#src/web/ui/class-names.ts';
import { Link } from '#src/web/ui/link.tsx';
import { ValueChange } from '#src/web/ui/value-change.tsx';
import { sentenceOf, type Told, type ToldChange } from '#src/web/words/told.ts';
import { formatCount } from '#src/web/platform/format-count.ts';
import { EntryIcon } from './entry-icon.tsx';
import type { Together } from './group-days.ts';
import styles from './history-list.module.css';
import { STANDING_TEXTS } from './standing.ts';
import { useShown } from './use-shown.ts';

/** The actions on the rows of a list. */
export interface RowTools {
  readonly isBusy: boolean;
  /** `isCut`: with those that came together with them, and are not loaded. */
  readonly onTakeBack: (entries: Together, isCut: boolean) => void;
  /** Takes back all changes of the list from the newest to an entry; null where there is no such action. */
  readonly since: { readonly label: string; readonly run: (oldest: HistoryEntry) => void } | null;
}

interface HistoryRowProps extends RowTools {
  /** Newest first. */
  readonly together: Together;
  /** The id of the row that the whole list is about. */
  readonly about?: string | undefined;
  /** True for the newest row of the list: all since then is this row alone. */
  readonly isNewest: boolean;
  /** True for a last row of several entries, which may go on in the next page. */
  readonly isCut?: boolean;
}

/** A change, or several that came together: the kind, a sentence, and the values before and after. */
export function HistoryRow({ together, about, isNewest, isCut = false, ...tools }: HistoryRowProps) {
  const sentenceId = useId();
  const [isOpen, setOpen] = useState(false);
  const write = useMoment();
  const { told, standing, taskId } = useShown(together, about, isCut);
  const [newest] = together;
  const oldest = together.at(-1) ?? newest;
  const isMany = together.length > 1;
  return (
    <li ref={handOnFocus} className={styles['entry']} aria-labelledby={sentenceId}>
      <div className={cx(styles['row'], standing !== 'open' && styles['settled'])}>
        <EntryIcon entry={newest} className={styles['mark']} />
        <div className={styles['words']}>
          <p id={sentenceId} className={styles['sentence']}>
            {about === undefined ? <Sentence told={told} taskId={taskId} /> : sentenceOf(told)}
          </p>
          {told.changes.length > 0 && <Changes changes={told.changes} />}
          {isMany && (
            <button
              type="button"
              className={styles['fold']}
              aria-expanded={isOpen}
              aria-describedby={sentenceId}
              onClick={() => setOpen(!isOpen)}
            >
              {isOpen ? 'Hide changes' : `Show ${formatCount(together.length)} changes`}
            </button>
          )}
        </div>
        <div className={styles['actions']}>
          {standing === 'open' ? (
            <Button
              look="quiet"
              size="small"
              ref={handOnFocus}
              className={styles['action']}
              data-control="take-back"
              aria-describedby={sentenceId}
              isBusy={tools.isBusy}
              onClick={() => tools.onTakeBack(together, isCut)}
            >
              <Undo size={14} aria-hidden />
              {isMany ? 'Take back all' : 'Take back'}
            </Button>
          ) : (
            <span className={styles['standing']}>{STANDING_TEXTS[standing]}</span>
          )}
          {tools.since && !isNewest && (
            <Button
              look="quiet"
              size="small"
              className={styles['action']}
              aria-describedby={sentenceId}
              isBusy={tools.isBusy}
              onClick={() => tools.since?.run(oldest)}
            >
              {tools.since.label}
            </Button>
          )}
        </div>
        <p className={styles['when']}>
          <time dateTime={new Date(newest.at).toISOString()}>{write(newest.at, newest.at)}</time>
          <span className={styles['source']}>{newest.source}</span>
        </p>
      </div>
      {isOpen && (
        // oxlint-disable-next-line jsx-a11y/no-redundant-roles -- Safari drops the role of a list without bullets
        <ul role="list" className={styles['folded']} aria-labelledby={sentenceId}>
          {together.map((entry) => (
            <HistoryRow key={entry.cursor} together={[entry]} about={about} isNewest {...tools} />
          ))}
        </ul>
      )}
    </li>
  );
}

function Sentence({ told, taskId }: { readonly told: Told; readonly taskId: string | null }) {
  const { who, verb, name, rest } = told;
  const location = useLocation();
  return (
    <>
      {who} {verb}{' '}
      {taskId === null ? (
        <bdi className={styles['name']}>{name}</bdi>
      ) : (
        <Link to={taskLink(taskId)} state={besideState(location)} className={styles['name']} dir="auto">
          {name}
        </Link>
      )}
      {rest}
    </>
  );
}

function Changes({ changes }: { readonly changes: readonly ToldChange[] }) {
  return (
    <p className={styles['changes']}>
      {changes.map(({ id, before, after }) => (
        <span key={id} className={styles['change']}>
          <ValueChange before={before} after={after} />
        </span>
      ))}
    </p>
  );
}
