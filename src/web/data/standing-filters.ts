import { useEffect, useState } from 'react';
import { compileQuery, inList } from '#src/reading/query/predicate.ts';
import type { QueryProblem } from '#src/reading/query/problem.ts';
import { readQuery } from '#src/reading/query/read.ts';
import { StandingQueries } from '#src/reading/lists/standing-queries.ts';
import type { ReadonlyTaskLists } from '#src/reading/lists/task-lists.ts';
import type { Replica } from '#src/sync/client/replica.ts';
import { queryContextOf } from './query-context.ts';
import { useReplica } from './replica-context.ts';
import { useTimeZone, useToday } from './today.ts';
import { createStore, useStore } from '#src/web/platform/store.ts';

/** The longest time in ms to delay the next paint. */
const SLICE_MS = 8;

/** The problem of each saved filter, by its id; null for a valid one. Unchecked filters are missing. */
const problems = createStore<ReadonlyMap<string, QueryProblem | null>>(new Map());

/** Undefined before the filter is checked. */
export function useFilterProblem(id: string): QueryProblem | null | undefined {
  return useStore(problems).get(id);
}

/**
 * Keeps the lists of all saved filters up to date as filters, names and the day change. One component uses
 * it, for the whole app.
 */
export function useStandingFilters(): void {
  const replica = useReplica();
  const [keeper] = useState(() => new FilterKeeper(replica));
  const [today, zone] = [useToday(), useTimeZone()];
  useEffect(() => keeper.start(), [keeper]);
  useEffect(() => keeper.moveOn(`${today} ${zone}`), [keeper, today, zone]);
}

/** A filter is rebuilt only if its meaning changed; its list follows changes of rows by itself. */
export class FilterKeeper {
  readonly #replica: Replica;
  /** The meaning of each valid filter, by its id. */
  readonly #meanings = new Map<string, string>();
  /** The lists that hold these filters. A device that has loaded all rows anew has other lists. */
  #lists: ReadonlyTaskLists | null = null;
  #isChecking = false;
  #isStale = false;
  #isStopped = true;
  #time = '';

  constructor(replica: Replica) {
    this.#replica = replica;
  }

  start(): () => void {
    this.#isStopped = false;
    const check = () => this.check();
    const topics = ['filters', 'labels', 'sections', 'collections', 'status'] as const;
    const stops = topics.map((topic) => this.#replica.subscribe(topic, check));
    check();
    return () => {
      this.#isStopped = true;
      for (const stop of stops) stop();
    };
  }

  /** Rebuilds the filters if their days may have moved. `time`: a text that differs for each day and zone. */
  moveOn(time: string): void {
    if (time === this.#time) return;
    this.#time = time;
    this.check();
  }

  /** Checks all filters, and once more if something changes meanwhile. */
  check(): void {
    this.#isStale = true;
    if (!this.#isChecking) void this.#checkAll();
  }

  async #checkAll(): Promise<void> {
    this.#isChecking = true;
    while (this.#isStale && !this.#isStopped) {
      this.#isStale = false;
      if (!this.#replica.hasAll) await this.#replica.whenAll();
      await this.#checkOnce();
    }
    this.#isChecking = false;
  }

  async #checkOnce(): Promise<void> {
    const { lists } = this.#replica;
    if (lists !== this.#lists) this.#meanings.clear();
    this.#lists = lists;
    const ids = lists.filters();
    for (const id of this.#meanings.keys()) if (!ids.includes(id)) this.#end(id);
    const context = queryContextOf(this.#replica);
    const found = new Map<string, QueryProblem | null>();
    let start = performance.now();
    for (const id of ids) {
      const read = readQuery(this.#replica.get('filter', id)?.query ?? '', context);
      found.set(id, 'problem' in read ? read.problem : null);
      if ('problem' in read) {
        this.#end(id);
        continue;
      }
      const { holds, meaning } = compileQuery(read.query, context);
      if (this.#meanings.get(id) === meaning) continue;
      this.#replica.stand(id, inList(read.query, holds), StandingQueries);
      this.#meanings.set(id, meaning);
      if (performance.now() - start < SLICE_MS) continue;
      await new Promise((resolve) => setTimeout(resolve));
      if (this.#isStopped || this.#replica.lists !== lists) return;
      start = performance.now();
    }
    problems.set(found);
  }

  #end(id: string): void {
    if (this.#meanings.delete(id)) this.#replica.stand(id, null, StandingQueries);
  }
}
