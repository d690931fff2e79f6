import { nextTick } from 'node:process';
import { Coverage } from './coverage.ts';
import { Random } from './random.ts';

/** A tab, a server, or any other process that can die at any moment. After its death, its waits never end. */
export class Process {
  alive = true;
  /** A frozen process runs no code until it thaws. */
  frozen = false;
}

/** Resolves once the queue of microtasks is empty. Node.js runs its next tick then, long before any I/O. */
function afterMicrotasks(): Promise<void> {
  return new Promise((resolve) => nextTick(resolve));
}

/** Far more steps than any schedule needs to come to rest. */
const MOST_STEPS = 200_000;

/** Servers have other effects in one of this many worlds. */
const OTHER_EFFECTS_EVERY = 5;

interface Step {
  readonly owner: Process;
  readonly run: () => void;
}

interface Timer extends Step {
  readonly at: number;
}

/**
 * Time and chance. Every asynchronous operation of a simulation is a step that waits here. The world takes a random
 * step, runs all code until it waits again, and continues. The same seed gives the same order.
 */
export class World {
  readonly random: Random;
  readonly coverage = new Coverage();
  /** True if the mutators of all servers have other effects than those of all tabs. */
  readonly hasOtherEffects: boolean;
  /** Milliseconds since 1970 UTC. */
  now = Date.UTC(2026, 0, 1);
  readonly #steps: Step[] = [];
  /** The steps of frozen processes. */
  #held: Step[] = [];
  readonly #timers = new Set<Timer>();

  constructor(seed: number) {
    this.random = new Random(seed);
    this.hasOtherEffects = seed % OTHER_EFFECTS_EVERY === 0;
  }

  /** Runs `run` some time later, unless `owner` has died meanwhile. */
  later(owner: Process, run: () => void): void {
    this.#steps.push({ owner, run });
  }

  /** Resolves some time later, or never if `owner` has died meanwhile. */
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

  /** Releases the process's held steps, messages and timers in any order. */
  thaw(process: Process): void {
    process.frozen = false;
    const isOf = ({ owner }: Step) => owner === process;
    this.#steps.push(...this.#held.filter(isOf));
    this.#held = this.#held.filter((step) => !isOf(step));
    for (const timer of this.#timers) {
      if (!isOf(timer) || timer.at > this.now) continue;
      // A timer stopped before this step does not run.
      this.later(process, () => this.#timers.delete(timer) && timer.run());
    }
  }

  /** Runs one waiting step, or else the next timer. Returns false if there is neither. */
  async advance(): Promise<boolean> {
    const step = this.#takeStep() ?? this.#takeTimer();
    if (!step) return false;
    if (step.owner.frozen) this.#held.push(step);
    else if (step.owner.alive) step.run();
    await afterMicrotasks();
    return true;
  }

  /** Runs all waiting steps and their following steps, but no timer. Throws if that does not end. */
  async rest(): Promise<void> {
    // The code that was called last may not have reached its first step.
    await afterMicrotasks();
    for (let step = 0; this.#steps.length > 0; step++) {
      if (step > MOST_STEPS) throw new Error('The world does not come to rest.');
      await this.advance();
    }
  }

  /** Comes to rest, and lets time pass: due timers run in order, each with its following steps. */
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
