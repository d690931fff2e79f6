import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { CHROMIUM_FLAGS, findChromium } from '#scripts/chromium.mjs';
import { currentCommit, describeMachine } from '#bench/machine.ts';
import { MEASURES, PEER_NAMES, PEERS, type PeerName } from './list.ts';
import { PACKAGE } from './package.ts';

/** The start of one measure of one peer (ISO 8601), and the machine's load average (one minute) before it. */
interface Began {
  readonly at: string;
  readonly load: number;
}

/** The numbers, or the reason for none. */
export type Result =
  | (Began & { readonly numbers: Readonly<Record<string, number>> })
  | (Began & { readonly failed: string });

/** The results, by measure. */
export type Results = Record<string, { readonly [Name in PeerName]?: Result }>;

/** One Markdown table of all results, with their machine and versions. */
export async function renderResults(results: Results): Promise<string> {
  const rows = Object.keys(MEASURES).flatMap((measure) => rowsOf(results[measure] ?? {}));
  const all = Object.values(results).flatMap((byPeer) => Object.values(byPeer));
  const times = all.map(({ at }) => at.slice(0, 16).replace('T', ' ')).toSorted();
  const loads = all.map(({ load }) => load).toSorted((a, b) => a - b);
  const load = [loads[0], loads[loads.length >> 1], loads.at(-1)].map((value) => value?.toFixed(1));
  return [
    '# Sunglow beside its peers',
    '',
    'Written by `npm run bench -- peers`. The same work for each, each server and each measure in processes of their own, on one',
    'machine that also runs the devices. Beside a number stands what multiple it is of the floor, where there is one, and of Sunglow',
    'on SQLite; less is better everywhere.',
    '',
    `Measured from ${times[0]} to ${times.at(-1)} UTC, at a load of ${load[0]} to ${load[2]} before each (median ${load[1]}).`,
    await machine(),
    '',
    `| what | ${PEER_NAMES.map((name) => PEERS[name].name).join(' | ')} |`,
    `|---|${PEER_NAMES.map(() => '---:').join('|')}|`,
    ...rows,
    '',
    ...missing(results),
    'Above a load of one per core the machine was busy with other work: times, and p95 above all, are then worse than they would',
    'be, and not alike for all. Bytes and memory do not depend on it.',
    '',
    '## What is compared',
    '',
    "The state of a change on the server's disk when another device has it:",
    '',
    ...PEER_NAMES.map((name) => `- ${PEERS[name].name}: ${PEERS[name].durability}.`),
    '',
    ...NOTES,
    '',
  ].join('\n');
}

const NOTES = [
  '- One write is sent 10 ms after the one before has arrived. The 5,000 inserts are single writes, made as fast as the device takes',
  '  them. First sync: a new device with nothing, until it has all. Both are the median of three rounds, of fewer where those take',
  '  more than 20 s together. Devices keep their rows in memory, PouchDB in LevelDB, which is what it has in Node.js.',
  '- On the wire: all bytes of TCP between the server and both devices, within a second after one changed name; the median of ten.',
  '  Sunglow answers the device that wrote, and sends the other what changed of the row. PouchDB speaks HTTP. Of a first sync: until the',
  '  new device has all.',
  '- Users connected: each with a document, room or database of their own, empty. Resident memory of the server, PostgreSQL not',
  '  counted.',
  "- In the browser Sunglow is the whole app without its socket; the peers are a page that lists the first 50 of a day's tasks from",
  '  IndexedDB, kept up to date change by change, with no other screen, form or icon. A tenth of the tasks are of the day.',
  '  From navigation to the first painted rows, the median of five; from the action to its paint, the 95th percentile of 60, each',
  '  a quarter of a second after the one before.',
  '- A search is typed key by key: what has the text in its name. TinyBase answers by a query of its own; Yjs and PouchDB have none in these',
  '  packages, so their page goes through all tasks. Sunglow searches notes, labels, collections, commands and places besides, and ranks.',
];

function missing(results: Results): string[] {
  const gaps = Object.entries(MEASURES).flatMap(([measure, { of }]) =>
    of.filter((name) => !results[measure]?.[name]).map((name) => `${name}:${measure}`),
  );
  return gaps.length === 0 ? [] : [`Not measured yet: ${gaps.join(', ')}.`, ''];
}

function rowsOf(byPeer: Results[string]): string[] {
  const labels = new Set(
    Object.values(byPeer).flatMap((result) => ('numbers' in result ? Object.keys(result.numbers) : [])),
  );
  return [...labels].map((label) => {
    const value = (name: PeerName) => {
      const result = byPeer[name];
      return result && 'numbers' in result ? result.numbers[label] : undefined;
    };
    const cells = PEER_NAMES.map((name) => {
      const result = byPeer[name];
      if (!result) return '';
      if ('failed' in result) return result.failed;
      const own = value(name) ?? Number.NaN;
      const ratios = [
        ratio('floor', own, value('floor'), name),
        ratio('Sunglow', own, value('sqlite'), name),
      ];
      return [show(own), ...ratios.filter((text) => text !== '')].join(', ');
    });
    return `| ${label} | ${cells.join(' | ')} |`;
  });
}

function ratio(of: string, own: number, other: number | undefined, name: PeerName): string {
  const isItself = (of === 'floor' && name === 'floor') || (of === 'Sunglow' && name === 'sqlite');
  if (other === undefined || isItself) return '';
  // The floor is compared with nothing.
  if (name === 'floor') return '';
  return `${(own / other).toFixed(own / other < 10 ? 2 : 0)}x ${of}`;
}

function show(value: number): string {
  if (value < 100) return value.toFixed(value < 10 ? 2 : 1);
  return Math.round(value).toLocaleString('en');
}

async function machine(): Promise<string> {
  const { dependencies } = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  const packages = Object.entries(dependencies).map(([name, version]) => `${name} ${version}`);
  return [
    await describeMachine(),
    `(durable), Chromium ${await chromiumVersion()}; Sunglow at ${await currentCommit()} when the last of them was measured; ${packages.join(', ')}.`,
  ].join('\n');
}

async function chromiumVersion(): Promise<string> {
  const browser = await chromium.launch({ executablePath: findChromium(), args: CHROMIUM_FLAGS });
  const version = browser.version();
  await browser.close();
  return version;
}
