import type { PlacedTask } from '#src/tables/task/task.ts';
import { groupByLocalDay, type DayGroup } from './day-groups.ts';
import { ARCHIVED, ONE_KEY } from './families.ts';
import type { KeptTasks } from './lists-beside.ts';

export class CompletedLists {
  readonly #tasks: KeptTasks;
  /** The groups by day of the list in `#grouped`. */
  #days: readonly DayGroup[] = [];
  #grouped: readonly string[] | null = null;

  constructor(tasks: KeptTasks) {
    this.#tasks = tasks;
  }

  /**
   * The completed tasks that are not archived, by the local day of completion, the newest day and task first.
   * The same object until it changes.
   */
  byDay(): readonly DayGroup[] {
    const ids = this.#tasks.ids('completed', ONE_KEY[0]);
    if (ids !== this.#grouped) {
      const instantOf = (id: string) => this.#tasks.row(id)?.completedAt ?? 0;
      this.#days = groupByLocalDay(ids, instantOf, this.#days);
      this.#grouped = ids;
    }
    return this.#days;
  }

  /**
   * All completed tasks, also in archived collections, in no particular order. Read them before anything
   * changes.
   */
  *each(): Generator<PlacedTask, void, undefined> {
    for (const key of [ONE_KEY[0], ARCHIVED])
      for (const id of this.#tasks.unordered('completed', key)) yield this.#tasks.row(id) as PlacedTask;
  }

  /** In another zone, instants may belong to other days. */
  changeTimeZone(): void {
    this.#grouped = null;
  }
}
