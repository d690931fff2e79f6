import { textOf, type Predicate } from '#src/reading/query/predicate.ts';
import type { PlacedTask } from '#src/tables/task/task.ts';

/** Up to this many texts are searched for one by one, since that is faster for common texts. */
const FEW = 4;

/**
 * Searches tasks for any number of folded texts. Many texts are found in one pass through the text of a task, by the
 * algorithm of Aho and Corasick: a search for each would take the length of that text times their number.
 */
export class TextSearch {
  /** A state is a beginning of a wanted text, by the next character to a longer one. State 0 is the empty text. */
  readonly #next: Map<number, number>[] = [new Map()];
  /** The state of each wanted text. */
  readonly #wanted = new Map<string, number>();
  /** For each state, the longest other one that it ends with; null before the first search. */
  #endings: readonly number[] | null = null;
  #searched: PlacedTask | null = null;
  /** 1 for each state in the text of `#searched`. */
  #found = new Uint8Array();

  /** The condition for a task with this text. */
  readonly containing = (wanted: string): Predicate => {
    const state = this.#add(wanted);
    return (task) => (this.#wanted.size > FEW ? this.#isFound(state, task) : textOf(task).includes(wanted));
  };

  #add(wanted: string): number {
    this.#endings = null;
    let state = 0;
    for (let at = 0; at < wanted.length; at++) {
      const code = wanted.charCodeAt(at);
      const longer = this.#next[state]?.get(code) ?? this.#next.push(new Map()) - 1;
      this.#next[state]?.set(code, longer);
      state = longer;
    }
    this.#wanted.set(wanted, state);
    return state;
  }

  #isFound(state: number, task: PlacedTask): boolean {
    if (this.#endings === null || this.#searched !== task) this.#search(task);
    return this.#found[state] === 1;
  }

  #search(task: PlacedTask): void {
    const endings = (this.#endings ??= this.#endingsOfAll());
    this.#searched = task;
    this.#found = new Uint8Array(this.#next.length);
    this.#found[0] = 1;
    const text = textOf(task);
    let state = 0;
    for (let at = 0; at < text.length; at++) {
      state = this.#step(state, text.charCodeAt(at), endings);
      for (let each = state; this.#found[each] === 0; each = endings[each] ?? 0) this.#found[each] = 1;
    }
  }

  /** The longest state that ends with `code` after an ending of `state`. */
  #step(state: number, code: number, endings: readonly number[]): number {
    for (let from = state; ; from = endings[from] ?? 0) {
      const to = this.#next[from]?.get(code);
      if (to !== undefined || from === 0) return to ?? 0;
    }
  }

  /** The shorter states come first, since the endings of longer ones follow from theirs. */
  #endingsOfAll(): readonly number[] {
    const endings = Array.from(this.#next, () => 0);
    const shorterFirst = [0];
    for (const state of shorterFirst)
      for (const [code, longer] of this.#next[state] ?? []) {
        if (state !== 0) endings[longer] = this.#step(endings[state] ?? 0, code, endings);
        shorterFirst.push(longer);
      }
    return endings;
  }
}
