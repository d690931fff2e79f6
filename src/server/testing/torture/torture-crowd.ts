import type { DatabaseOptions } from '#src/server/db/database.ts';
import { checkRows, checkStored, readStored } from './torture-check.ts';
import { TortureDevice } from './torture-device.ts';
import { MutationMaker } from './torture-mutations.ts';
import { TortureReplicas } from './torture-replicas.ts';
import { signUp } from '#src/sync/testing/node-device.ts';
import type { Random } from '#src/sync/testing/random.ts';

const USERS = 2;
const DEVICES = 3;

export interface CrowdReport {
  readonly mutations: number;
  readonly rejections: number;
  readonly problems: readonly string[];
}

interface User {
  readonly id: string;
  readonly devices: readonly TortureDevice[];
}

/** All devices of all users, which write without a pause. */
export class Crowd {
  readonly #users: readonly User[];
  readonly #replicas: TortureReplicas;
  readonly #progress: Progress;

  /** `url`: the server's; `random`: the source of the writes. */
  static async open(url: string, random: Random): Promise<Crowd> {
    const progress = new Progress();
    const replicas = await TortureReplicas.open(await signUp(url));
    const onPush = () => {
      progress.step();
      replicas.write();
    };
    const users: User[] = [];
    for (let user = 0; user < USERS; user++) {
      const account = await signUp(url);
      const mutations = new MutationMaker(random);
      const devices = Array.from(
        { length: DEVICES },
        () => new TortureDevice({ account, random, mutations, onPush }),
      );
      users.push({ id: account.userId, devices });
    }
    return new Crowd(users, replicas, progress);
  }

  private constructor(users: readonly User[], replicas: TortureReplicas, progress: Progress) {
    this.#users = users;
    this.#replicas = replicas;
    this.#progress = progress;
  }

  /** Resolves after this many more pushes of the devices. */
  pushed(times: number): Promise<void> {
    return this.#progress.after(times);
  }

  async finish(): Promise<void> {
    const devices = this.#users.flatMap((user) => user.devices);
    await Promise.all([...devices.map((device) => device.finish()), this.#replicas.finish()]);
    await Promise.all(devices.map((device) => device.catchUp()));
    for (const device of devices) device.close();
    this.#replicas.close();
  }

  /** Reads the stored data once everything is answered, and compares them with all writes and answers. */
  async report(where: DatabaseOptions): Promise<CrowdReport> {
    const ids = this.#users.map((user) => user.id);
    const stored = await readStored(where, [...ids, this.#replicas.userId]);
    const problems = this.#users.flatMap(({ devices }, i) => {
      const own = stored[i];
      if (!own) return ['nothing is stored'];
      const seen = devices.flatMap((device) => [...device.problems, ...checkRows(own, device.rows)]);
      return [...checkStored(own, devices), ...seen];
    });
    problems.push(...this.#replicas.check(stored.at(-1)));
    const outcomes = stored.flatMap((user) => [...user.outcomes.values()]);
    const rejections = outcomes.filter(({ outcome }) => outcome !== null).length;
    return { mutations: outcomes.length, rejections, problems };
  }
}

/** A counter that others can wait for. */
class Progress {
  #count = 0;
  #goal = { at: Infinity, reach: () => {} };

  step(): void {
    this.#count += 1;
    if (this.#count >= this.#goal.at) this.#goal.reach();
  }

  after(steps: number): Promise<void> {
    return new Promise((reach) => {
      this.#goal = { at: this.#count + steps, reach };
    });
  }
}
