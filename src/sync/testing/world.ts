import { nextTick } from 'node:process';
import { Coverage } from './coverage.ts';
import { Random } from './random.ts';

/** Something that can die at any moment: a tab, the server. What it waits for when it dies never comes. */
export class Process {
  alive = true;
  /** It runs nothing until it thaws. */
  frozen = false;
}

/** Resolves when no microtask is left to run: Node.js takes its next tick only then, long before it would do any I/O. */
function afterMicrotasks(): Promise<void> {
  return new Promise((resolve) => nextTick(resolve));
}

/** A number far beyond the steps that any schedule takes to come to rest. */
const MOST_STEPS = 200_000;

/** Of so many worlds, one has servers with other effects. */
const OTHER_EFFECTS_EVERY = 5;

interface Step {
  readonly owner: Process;
  readonly run: () => void;
}

interface Timer extends Step {
  readonly at: number;
}

/**
 * Time and chance. Everything asynchronous in a simulation is a step that waits here; the world takes one at random, lets
 * all code run until it waits again, and goes on. The same seed gives the same order.
 */
export class World {
  readonly random: Random;
  readonly coverage = new Coverage();
  /** Whether all servers do something else than all tabs with the same mutation. */
  readonly hasOtherEffects: boolean;
  /** Milliseconds since 1970 UTC. */
  now = Date.UTC(2026, 0, 1);
  readonly #steps: Step[] = [];
  /** What came to the turn of a process that is frozen. */
  #held: Step[] = [];
  readonly #timers = new Set<Timer>();

  constructor(seed: number) {
    this.random = new Random(seed);
    this.hasOtherEffects = seed % OTHER_EFFECTS_EVERY === 0;
  }

  /** Runs `run` some time from now, unless `owner` has died by then. */
  later(owner: Process, run: () => void): void {
    this.#steps.push({ owner, run });
  }

  /** Resolves some time from now; never when `owner` has died by then. */
  pause(owner: Process): Promise<void> {
    return new Promise((resolve) => this.later(owner, resolve));
  }

  startTimer(owner: Process, ms: number, run: () => void): () => void {
    const timer = { owner, run, at: this.now + Math.ceil(ms) };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  freeze(process: Process): void {
    process.frozen = true;
  }

  /** What was to happen meanwhile happens from now on, messages and timers in any order. */
  thaw(process: Process): void {
    process.frozen = false;
    const isOf = ({ owner }: Step) => owner === process;
    this.#steps.push(...this.#held.filter(isOf));
    this.#held = this.#held.filter((step) => !isOf(step));
    for (const timer of this.#timers) {
      if (!isOf(timer) || timer.at > this.now) continue;
      // It does not run if it is stopped before.
      this.later(process, () => this.#timers.delete(timer) && timer.run());
    }
  }

  /** Lets one waiting step happen; when none waits, the next timer. Returns false when nothing is left to happen. */
  async advance(): Promise<boolean> {
    const step = this.#takeStep() ?? this.#takeTimer();
    if (!step) return false;
    if (step.owner.frozen) this.#held.push(step);
    else if (step.owner.alive) step.run();
    await afterMicrotasks();
    return true;
  }

  /** Lets all waiting steps happen, and what they lead to, but no timer. Throws when that never ends. */
  async rest(): Promise<void> {
    // What was called just now may not have come to its first step yet.
    await afterMicrotasks();
    for (let step = 0; this.#steps.length > 0; step++) {
      if (step > MOST_STEPS) throw new Error('The world does not come to rest.');
      await this.advance();
    }
  }

  /** Comes to rest, and lets time pass: timers that fall due run in order, each with what it leads to. */
  async pass(ms: number): Promise<void> {
    const end = this.now + ms;
    await this.rest();
    for (let timer = this.#nextTimer(); timer && timer.at <= end; timer = this.#nextTimer()) {
      await this.advance();
      await this.rest();
    }
    this.now = end;
  }

  #takeStep(): Step | undefined {
    if (this.#steps.length === 0) return undefined;
    const index = this.random.integer(this.#steps.length);
    const step = this.#steps[index];
    const last = this.#steps.pop();
    if (last && index < this.#steps.length) this.#steps[index] = last;
    return step;
  }

  #takeTimer(): Step | undefined {
    const next = this.#nextTimer();
    if (!next) return undefined;
    this.#timers.delete(next);
    this.now = Math.max(this.now, next.at);
    return next;
  }

  #nextTimer(): Timer | undefined {
    let next: Timer | undefined;
    for (const timer of this.#timers) {
      if (!timer.owner.alive) this.#timers.delete(timer);
      else if (!timer.owner.frozen && (!next || timer.at < next.at)) next = timer;
    }
    return next;
  }
}
