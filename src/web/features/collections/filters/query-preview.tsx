import { useDeferredValue, useEffect } from 'react';
import type { QueryContext } from '#src/reading/query/context.ts';
import { compileQuery, inList } from '#src/reading/query/predicate.ts';
import type { QueryProblem } from '#src/reading/query/problem.ts';
import type { Query } from '#src/reading/query/query.ts';
import { StandingQueries } from '#src/reading/lists/standing-queries.ts';
import { useReplica } from '#src/web/data/replica-context.ts';
import { useTask, useTopic } from '#src/web/data/rows.ts';
import { Button } from '#src/web/ui/button.tsx';
import styles from './query-preview.module.css';
import { useRead } from '#src/web/data/use-read.ts';
import { formatCount } from '#src/web/platform/format-count.ts';

/** The key of the typed query. No saved filter has this id. */
const DRAFT = 'draft';
const SHOWN = 5;
/** The characters of a long query to show on each side of the problem. */
const AROUND = 30;

interface QueryPreviewProps {
  readonly text: string;
  readonly onMended: (text: string) => void;
}

/** The matches of a query while the user types it, or its problem with the place. */
export function QueryPreview({ text, onMended }: QueryPreviewProps) {
  const shown = useDeferredValue(text);
  const read = useRead(shown);
  const isEmpty = shown.trim() === '';
  const problem = 'problem' in read && !isEmpty ? read.problem : null;
  return (
    <div className={styles['preview']}>
      <output className={styles['status']}>
        {problem && (
          <span className={styles['problem']}>{`${problem.message} ${placeOf(problem, shown)}`}</span>
        )}
        {!('problem' in read) && <Count query={read.query} context={read.context} />}
      </output>
      {problem && <Wrong text={shown} problem={problem} onMended={onMended} />}
      {!('problem' in read) && (
        <>
          <p className={styles['words']} dir="auto">
            {read.words}
          </p>
          <Matches />
        </>
      )}
    </div>
  );
}

/** The place of the problem in words, for users who do not see the mark. */
function placeOf({ from, to }: QueryProblem, text: string): string {
  const wrong = text.slice(from, to).trim();
  const place = `Character ${formatCount(from + 1)}`;
  return wrong === '' || wrong.length > AROUND ? `${place}.` : `${place}: ${wrong}`;
}

interface CountProps {
  readonly query: Query;
  readonly context: QueryContext;
}

function Count({ query, context }: CountProps) {
  const replica = useReplica();
  const { holds, meaning } = compileQuery(query, context);
  useEffect(() => {
    replica.stand(DRAFT, inList(query, holds), StandingQueries);
    return () => replica.stand(DRAFT, null, StandingQueries);
    // Queries with one meaning match the same tasks, so that either will do.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [replica, meaning]);
  const count = useTopic(`query:${DRAFT}`, ({ lists }) => lists.count(`query:${DRAFT}`));
  return count === 1 ? '1 task' : `${formatCount(count)} tasks`;
}

function Matches() {
  const ids = useTopic(`query:${DRAFT}`, ({ lists }) => lists.queried(DRAFT));
  if (!ids || ids.length === 0) return null;
  return (
    // oxlint-disable-next-line jsx-a11y/no-redundant-roles -- Safari drops the role of a list without bullets
    <ul role="list" aria-label="First matches" className={styles['matches']}>
      {ids.slice(0, SHOWN).map((id) => (
        <Match key={id} id={id} />
      ))}
    </ul>
  );
}

function Match({ id }: { readonly id: string }) {
  const name = useTask(id)?.name;
  return (
    <li className={styles['match']} dir="auto">
      {name}
    </li>
  );
}

interface WrongProps extends QueryPreviewProps {
  readonly problem: QueryProblem;
}

function Wrong({ text, problem: { from, to, suggestion }, onMended }: WrongProps) {
  const start = Math.max(0, from - AROUND);
  const end = Math.min(text.length, to + AROUND);
  const mended = suggestion === null ? null : text.slice(0, from) + suggestion + text.slice(to);
  return (
    <div className={styles['wrong']}>
      <code className={styles['text']} aria-hidden>
        {start > 0 && '…'}
        {text.slice(start, from)}
        <mark className={styles['mark']}>{text.slice(from, Math.min(to, from + AROUND))}</mark>
        {text.slice(to, end)}
        {end < text.length && '…'}
      </code>
      {mended !== null && (
        <Button onClick={() => onMended(mended)}>
          {suggestion === '' ? 'Remove it' : `Use ${suggestion}`}
        </Button>
      )}
    </div>
  );
}
