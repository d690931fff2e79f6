import type { Posted } from './post.ts';

export interface PlaceLimits {
  /** The most posts under way: in all, of one account, and to one receiver. */
  readonly all: number;
  readonly ofAccount: number;
  readonly ofReceiver: number;
  /** A receiver gets no more posts while this many hang. */
  readonly hangingOfReceiver: number;
  /** A post that takes longer (ms) hangs. */
  readonly slowMs: number;
  /** How long (ms) a post waits for its place. */
  readonly patienceMs: number;
}

const LIMITS: PlaceLimits = {
  all: 512,
  ofAccount: 16,
  ofReceiver: 128,
  hangingOfReceiver: 32,
  slowMs: 1_000,
  patienceMs: 10_000,
};

interface Waiting {
  readonly account: string;
  readonly receiver: string;
  readonly start: () => void;
  readonly giveUp: (posted: Posted) => void;
}

interface Held extends Pick<Waiting, 'account' | 'receiver'> {
  readonly end: AbortController;
  isHanging: boolean;
}

/**
 * Shares the posts under way between accounts and receivers (rule N3), so that hanging receivers delay only
 * their own accounts. The waiting account with the fewest posts under way is first. When all places are
 * taken, a hanging post is ended for an account without any.
 */
export class Places {
  readonly #limits: PlaceLimits;
  /** By account, each in the order of arrival. */
  readonly #waiting = new Map<string, Set<Waiting>>();
  readonly #held = new Set<Held>();
  readonly #ofAccount = new Map<string, number>();
  readonly #ofReceiver = new Map<string, number>();
  readonly #hanging = new Map<string, number>();

  constructor(limits: PlaceLimits = LIMITS) {
    this.#limits = limits;
  }

  /** Runs a post when there is a place for it. `work` has to end when its signal says so. */
  run(account: string, receiver: string, work: (ended: AbortSignal) => Promise<Posted>): Promise<Posted> {
    const { promise, resolve, reject } = Promise.withResolvers<Posted>();
    const leave = () => {
      clearTimeout(timer);
      const own = this.#waiting.get(account);
      own?.delete(waiting);
      if (own?.size === 0) this.#waiting.delete(account);
    };
    const waiting: Waiting = {
      account,
      receiver,
      start: () => {
        leave();
        this.#hold(account, receiver, work).then(resolve, reject);
      },
      giveUp: (posted) => {
        leave();
        resolve(posted);
      },
    };
    const timer = setTimeout(() => waiting.giveUp(TIMED_OUT), this.#limits.patienceMs).unref();
    this.#waiting.set(account, (this.#waiting.get(account) ?? new Set()).add(waiting));
    this.#advance();
    return promise;
  }

  async #hold(
    account: string,
    receiver: string,
    work: (ended: AbortSignal) => Promise<Posted>,
  ): Promise<Posted> {
    const held: Held = { account, receiver, end: new AbortController(), isHanging: false };
    this.#held.add(held);
    count(this.#ofAccount, account, 1);
    count(this.#ofReceiver, receiver, 1);
    // After this process itself was busy, the answers that came meanwhile are read first.
    const slow = setTimeout(() => setImmediate(() => this.#hang(held)), this.#limits.slowMs).unref();
    try {
      return await work(held.end.signal);
    } finally {
      clearTimeout(slow);
      this.#held.delete(held);
      count(this.#ofAccount, account, -1);
      count(this.#ofReceiver, receiver, -1);
      if (held.isHanging) count(this.#hanging, receiver, -1);
      this.#advance();
    }
  }

  #hang(held: Held): void {
    if (!this.#held.has(held)) return;
    held.isHanging = true;
    count(this.#hanging, held.receiver, 1);
    this.#advance();
  }

  /** Starts all posts that have a place, and gives up posts to a receiver that hangs for too many. */
  #advance(): void {
    const { all, ofAccount, ofReceiver, hangingOfReceiver } = this.#limits;
    const held = (account: string) => this.#ofAccount.get(account) ?? 0;
    for (;;) {
      let next: Waiting | undefined;
      for (const [account, own] of this.#waiting) {
        if (held(account) >= ofAccount || (next && held(next.account) <= held(account))) continue;
        for (const waiting of own) {
          if ((this.#hanging.get(waiting.receiver) ?? 0) >= hangingOfReceiver) waiting.giveUp(TOO_MANY);
          else if ((this.#ofReceiver.get(waiting.receiver) ?? 0) < ofReceiver) {
            next = waiting;
            break;
          }
        }
      }
      if (!next) return;
      if (this.#held.size >= all) {
        if (held(next.account) === 0) this.#endOneThatHangs();
        return;
      }
      next.start();
    }
  }

  /** Ends a hanging post of the account with the most places. It ends as timed out. */
  #endOneThatHangs(): void {
    let most: Held | undefined;
    for (const held of this.#held) {
      if (!held.isHanging || held.end.signal.aborted) continue;
      const [here, there] = [held, most].map((each) => this.#ofAccount.get(each?.account ?? '') ?? 0);
      if (!most || (here ?? 0) > (there ?? 0)) most = held;
    }
    most?.end.abort();
  }
}

const TIMED_OUT: Posted = { failure: 'TIMED_OUT', retryAfterMs: null };
const TOO_MANY: Posted = { failure: 'TOO_MANY', retryAfterMs: null };

function count(counts: Map<string, number>, key: string, by: number): void {
  const left = (counts.get(key) ?? 0) + by;
  if (left > 0) counts.set(key, left);
  else counts.delete(key);
}
