import type { Task } from '#src/tables/task/task.ts';

/** A found task with its score. */
interface Ranked {
  readonly id: string;
  /** A smaller score is better. */
  readonly score: number;
  /** The last change of the task, ms since 1970 UTC. */
  readonly at: number;
}

/** Keeps the best of the offered tasks: by score, then the newest first, then by id. */
export class Best {
  readonly #limit: number;
  readonly #ranked: Ranked[] = [];

  constructor(limit: number) {
    this.#limit = limit;
  }

  /**
   * True when no task with its last change at `newest` (ms since 1970 UTC) or before can be among the best.
   */
  isSettled(newest: number): boolean {
    const last = this.#ranked[this.#limit - 1];
    return last?.score === 0 && last.at > newest;
  }

  /**
   * `score`: see Ranked. Most tasks are worse than the worst kept one, and return at once: a full comparison
   * would take longest.
   */
  offer(task: Pick<Task, 'id' | 'updatedAt'>, score: number): void {
    const last = this.#ranked[this.#limit - 1];
    if (last && (score > last.score || (score === last.score && task.updatedAt < last.at))) return;
    const ranked = { id: task.id, score, at: task.updatedAt };
    let low = 0;
    let high = this.#ranked.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      // The index is in range: middle < high <= length.
      if (compare(this.#ranked[middle] as Ranked, ranked) < 0) low = middle + 1;
      else high = middle;
    }
    this.#ranked.splice(low, 0, ranked);
    if (this.#ranked.length > this.#limit) this.#ranked.pop();
  }

  ids(): string[] {
    return this.#ranked.map(({ id }) => id);
  }
}

function compare(a: Ranked, b: Ranked): number {
  return a.score - b.score || b.at - a.at || (a.id < b.id ? -1 : 1);
}
