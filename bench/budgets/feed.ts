import { ServerProcess } from '#src/server/testing/processes/server-process.ts';
import { signUp } from '#src/sync/testing/node-device.ts';
import type { AddedFeed } from '#src/reading/feeds/feeds-api.ts';
import { distribution, ms, UNPACED, type Row } from '#bench/measure.ts';
import { plant, varied } from './app-page.ts';

const TASKS = 10_000;
/** Fewer than a feed answers at once. */
const ROUNDS = 4;

/** Measures a calendar feed of 10,000 tasks, of which every third repeats: made anew, and asked for again. */
export async function measureFeed(): Promise<Row[]> {
  const server = await ServerProcess.start({ env: UNPACED });
  try {
    const account = await signUp(server.url);
    await plant(account, TASKS, varied);
    const headers = { cookie: account.cookie, origin: server.url, 'content-type': 'application/json' };
    const [times, again, health]: [number[], number[], number[]] = [[], [], []];
    let bytes = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const body = JSON.stringify({ name: 'Bench', scope: 'everything', rowId: null, kind: 'event' });
      const added = await fetch(`${server.url}/api/feeds`, { method: 'POST', headers, body });
      const { pathname } = new URL(((await added.json()) as AddedFeed).address);
      const ask = (mark = '') => fetch(server.url + pathname, { headers: { 'if-none-match': mark } });
      const start = performance.now();
      const asked = ask().then(async (answer) => ({ answer, text: await answer.text() }));
      const made = asked.then(() => true);
      const probe = async () => {
        health.push(await timed(() => fetch(`${server.url}/healthz`)));
        return false;
      };
      let isMade = false;
      while (!isMade) isMade = await Promise.race([made, probe()]);
      const { answer, text } = await asked;
      times.push(performance.now() - start);
      bytes = Buffer.byteLength(text);
      again.push(await timed(() => ask(answer.headers.get('etag') ?? '')));
    }
    return report({ made: times, again, health, bytes });
  } finally {
    await server.dispose();
  }
}

async function timed(ask: () => Promise<Response>): Promise<number> {
  const start = performance.now();
  const answer = await ask();
  await answer.arrayBuffer();
  return performance.now() - start;
}

interface Measured {
  readonly made: readonly number[];
  readonly again: readonly number[];
  readonly health: readonly number[];
  readonly bytes: number;
}

function report({ made, again, health, bytes }: Measured): Row[] {
  const row = (what: string, measured: string): Row => ({ what, measured, budget: '', kept: null });
  const size = `${(bytes / 1_048_576).toFixed(2)} MiB`;
  return [
    row('a feed of 10,000 tasks, made anew (p50); its size', `${ms(distribution(made).p50)}; ${size}`),
    row('the same feed, unchanged: 304 (p50)', ms(distribution(again).p50)),
    row('another question of the server meanwhile (longest)', ms(Math.max(...health))),
  ];
}
