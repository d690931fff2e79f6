import { setTimeout as delay } from 'node:timers/promises';
import type { AddedToken } from '#src/domain/identity/access-token.ts';
import { newId } from '#src/domain/id.ts';
import { addDays, parseCalendarDay, type CalendarDay } from '#src/domain/time/calendar-day.ts';
import type { Engine } from '#src/server/db/tables.ts';
import { signUp, type Account } from '#src/sync/testing/node-device.ts';
import { Random } from '#src/sync/testing/random.ts';
import { KilledServers } from './killed-servers.ts';

const USERS = 4;
const WRITERS = 3;
/** The most time in ms that a server lives. */
const LIFE_MS = 2_000;
const ANSWER_MS = 10_000;
const FIRST_DAY = parseCalendarDay('2100-01-01') as CalendarDay;

interface Person {
  readonly token: string;
  /** A task that repeats daily. */
  readonly dailyId: string;
  /** The ids that the servers answered for added tasks, by name. */
  readonly added: Map<string, string>;
  completions: number;
}

export interface KeysReport {
  readonly writes: number;
  /** Writes that were sent again with their key, as their answer was lost, or by chance. */
  readonly repeated: number;
  readonly problems: readonly string[];
}

/**
 * Kills servers on one database at random moments, `rounds` times, while programs add tasks and complete times of a
 * repeating task through the API. A write without an answer is sent again with its key, to any server. Each has to be
 * done once (rule A2).
 */
export async function tortureKeys(
  engine: Engine,
  seed: number,
  rounds: number,
  count = 1,
): Promise<KeysReport> {
  const random = new Random(seed);
  const servers = await KilledServers.start(engine, count);
  const torture = new KeysTorture(random, (n) => servers.urlFor(n));
  try {
    const people: Person[] = [];
    for (let n = 0; n < USERS; n++) people.push(await torture.newPerson(n));
    const stopping = new AbortController();
    const writing = Promise.all(
      people.flatMap((person) =>
        Array.from({ length: WRITERS }, (_, n) => torture.work(person, n, stopping.signal)),
      ),
    );
    for (let round = 0; round < rounds; round++) await servers.killOne(random, LIFE_MS);
    stopping.abort();
    await writing;
    for (const person of people) await torture.check(person);
    return torture;
  } finally {
    await servers.stop();
  }
}

interface Item {
  readonly id: string;
  readonly name: string;
  readonly date: string | null;
}

class KeysTorture implements KeysReport {
  writes = 0;
  repeated = 0;
  readonly problems: string[] = [];
  readonly #random: Random;
  readonly #urlFor: (n: number) => string;

  constructor(random: Random, urlFor: (n: number) => string) {
    this.#random = random;
    this.#urlFor = urlFor;
  }

  async newPerson(n: number): Promise<Person> {
    const token = await addToken(await signUp(this.#urlFor(n)));
    const daily = { name: 'Daily', date: FIRST_DAY, repeat: 'FREQ=DAILY' };
    const { id } = (await this.#ask(token, 'POST', '/tasks', daily)) as Item;
    return { token, dailyId: id, added: new Map(), completions: 0 };
  }

  async work(person: Person, writer: number, stopping: AbortSignal): Promise<void> {
    for (let n = 0; !stopping.aborted; n++) {
      const isCompletion = writer === 0 && n % 2 === 0;
      const name = `Task ${n} of ${writer}`;
      const write = () =>
        isCompletion
          ? this.#write(person.token, `/tasks/${person.dailyId}/complete`)
          : this.#write(person.token, '/tasks', { name });
      const { id } = await write();
      if (isCompletion) person.completions += 1;
      else person.added.set(name, id);
    }
  }

  /** Sends a write until it is answered, and sometimes once more. */
  async #write(token: string, path: string, body?: object): Promise<Item> {
    const key = newId();
    const answer = (await this.#ask(token, 'POST', path, body, key)) as Item;
    this.writes += 1;
    if (this.#random.chance(0.2)) {
      this.repeated += 1;
      const again = (await this.#ask(token, 'POST', path, body, key)) as Item;
      if (again.id !== answer.id) this.problems.push(`${path} with key ${key} has two answers`);
    }
    return answer;
  }

  async #ask(token: string, method: string, path: string, body?: object, key?: string): Promise<unknown> {
    for (let tries = 0; ; tries++) {
      const response = await fetch(`${this.#urlFor(this.#random.integer(100))}/api/v1${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, ...(key !== undefined && { 'idempotency-key': key }) },
        ...(body && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(ANSWER_MS),
      }).catch(() => null);
      const text = await response?.text().catch(() => null);
      if (response?.ok && text) {
        this.repeated += tries > 0 && key !== undefined ? 1 : 0;
        return JSON.parse(text);
      }
      if (response && response.status < 500 && response.status !== 429 && text !== null)
        throw new Error(`${method} ${path}: ${response.status} ${text}`);
      await delay(100);
    }
  }

  /** Compares the tasks of a user with those that the servers have answered. */
  async check({ token, dailyId, added, completions }: Person): Promise<void> {
    const tasks = await this.#all(token, '/tasks?limit=500');
    const names = new Map<string, string>();
    for (const { id, name, date } of tasks) {
      if (names.has(name)) this.problems.push(`“${name}” was added twice`);
      names.set(name, id);
      if (id === dailyId && date !== addDays(FIRST_DAY, completions))
        this.problems.push(`${completions} times were completed, and the next one is ${date}`);
    }
    for (const [name, id] of added)
      if (names.get(name) !== id) this.problems.push(`“${name}” was answered, and is not there`);
    if (names.size !== added.size + 1) this.problems.push(`${names.size - 1} tasks, ${added.size} answered`);
    const collections = await this.#all(token, '/collections');
    if (collections.length !== 1) this.problems.push(`${collections.length} collections, and one Inbox`);
  }

  async #all(token: string, path: string): Promise<readonly Item[]> {
    const all: Item[] = [];
    let cursor = '';
    for (;;) {
      const page = (await this.#ask(token, 'GET', `${path}${cursor}`)) as {
        items: Item[];
        next: string | null;
      };
      all.push(...page.items);
      if (page.next === null) return all;
      cursor = `${path.includes('?') ? '&' : '?'}cursor=${encodeURIComponent(page.next)}`;
    }
  }
}

async function addToken({ url, cookie }: Account): Promise<string> {
  const answer = await fetch(`${url}/api/tokens`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url, cookie },
    body: JSON.stringify({ name: 'Torture', scope: 'write' }),
  });
  if (!answer.ok) throw new Error(`The token could not be added: ${await answer.text()}`);
  return ((await answer.json()) as AddedToken).text;
}
