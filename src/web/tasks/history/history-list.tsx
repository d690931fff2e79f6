import { createElement, useId, type ReactNode } from 'react';
import type { HistoryFilter } from '#src/reading/history/history.ts';
import { useTimeZone, useToday } from '#src/web/data/today.ts';
import { handOnFocus } from '#src/web/focus/leaving-focus.ts';
import { Button } from '#src/web/ui/button.tsx';
import { friendlyDay } from '#src/web/ui/friendly-day.ts';
import { Loading } from '#src/web/ui/page/loading.tsx';
import { formatCount } from '#src/web/platform/format-count.ts';
import { groupDays, type DayOfHistory } from './group-days.ts';
import styles from './history-list.module.css';
import { HistoryRow, type RowTools } from './history-row.tsx';
import { useHistory } from './use-history.ts';
import { useTakeBack } from './use-take-back.ts';

interface HistoryListProps {
  /** The same for the life of the component: a list of another filter has another key. */
  readonly filter: HistoryFilter;
  /** The id of the row that all entries are about. */
  readonly about?: string | undefined;
  /** The name of the action that takes back all changes since an entry, where the list offers it. */
  readonly since: string | null;
  /** The level of the headings of days. */
  readonly level: 2 | 3;
  /** Shown instead of an empty list. */
  readonly empty: ReactNode;
}

/** Entries of the history by day, newest first, page by page (rules H2 and H4). */
export function HistoryList({ filter, about, since, level, empty }: HistoryListProps) {
  const timeZone = useTimeZone();
  const { entries, next, problem, isLoading, loadMore, refresh } = useHistory(filter);
  const { isBusy, done, takeBack, takeBackSince } = useTakeBack();
  const tools: RowTools = {
    isBusy,
    onTakeBack: (together, isCut) =>
      void takeBack(together, isCut && next !== null ? { ...filter, before: next } : null),
    since: since === null ? null : { label: since, run: (oldest) => void takeBackSince(filter, oldest) },
  };
  if (!entries && !problem) return <Loading />;
  // Changes of one row differ.
  const days = groupDays(entries ?? [], timeZone, about === undefined);
  return (
    <div className={styles['list']}>
      {done > 0 && <output className={styles['problem']}>Taking back: {formatCount(done)} done...</output>}
      {days.map((day, index) => (
        <Day
          key={day.day}
          day={day}
          isFirst={index === 0}
          isCut={index === days.length - 1 && next !== null}
          about={about}
          level={level}
          tools={tools}
        />
      ))}
      {entries?.length === 0 && empty}
      {problem && (
        <div className={styles['problem']}>
          <output>{problem.code === 'OFFLINE' ? 'History needs a connection.' : problem.message}</output>
          <Button size="small" ref={handOnFocus} isBusy={isLoading} onClick={() => void refresh()}>
            Try again
          </Button>
        </div>
      )}
      {!problem && next !== null && (
        <Button
          look="quiet"
          size="small"
          ref={handOnFocus}
          className={styles['more']}
          isBusy={isLoading}
          onClick={() => void loadMore()}
        >
          Show older changes
        </Button>
      )}
    </div>
  );
}

interface DayProps {
  readonly day: DayOfHistory;
  /** True for the newest day. */
  readonly isFirst: boolean;
  /** True for the last day while there are more pages. */
  readonly isCut: boolean;
  readonly about: string | undefined;
  readonly level: 2 | 3;
  readonly tools: RowTools;
}

function Day({ day: { day, rows }, isFirst, isCut, about, level, tools }: DayProps) {
  const titleId = useId();
  const title = friendlyDay(day, useToday());
  return (
    <section>
      {createElement(`h${level}`, { id: titleId, className: styles['day'] }, title)}
      {/* oxlint-disable-next-line jsx-a11y/no-redundant-roles -- Safari drops the role of a list without bullets */}
      <ul role="list" aria-labelledby={titleId}>
        {rows.map((together, index) => (
          <HistoryRow
            key={(together.at(-1) ?? together[0]).cursor}
            together={together}
            about={about}
            isNewest={isFirst && index === 0}
            isCut={isCut && index === rows.length - 1 && together.length > 1}
            {...tools}
          />
        ))}
      </ul>
    </section>
  );
}
