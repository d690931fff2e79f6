import type { Engine } from '#src/server/db/tables.ts';
import { ABUSERS } from './abusers.ts';
import type { AbuseRun } from './abuse.ts';
import type { Capacity, Level } from './capacity.ts';
import type { Growth } from './growth.ts';
import type { ServersRun } from './servers.ts';
import type { CpuTimes } from './harness.ts';
import { describeMachine } from '#bench/machine.ts';
import type { Distribution } from '#bench/measure.ts';

/** The results of each piece. */
export interface Pieces {
  readonly sqlite: Capacity;
  readonly postgres: Capacity;
  readonly servers: readonly ServersRun[];
  readonly tasks: Readonly<Record<Engine, readonly Growth[]>>;
  readonly users: Readonly<Record<Engine, readonly Growth[]>>;
  readonly abuse: Readonly<Record<Engine, readonly AbuseRun[]>>;
}

/**
 * The last results, with the start (ISO 8601), the commit, and the machine's load average of a minute before.
 */
export type LoadResults = {
  readonly [Name in keyof Pieces]?: {
    readonly at: string;
    readonly load: number;
    readonly commit: string;
    readonly result: Pieces[Name];
  };
};

const ENGINES: readonly { readonly engine: Engine; readonly name: string }[] = [
  { engine: 'sqlite', name: 'SQLite' },
  { engine: 'postgres', name: 'PostgreSQL' },
];

/** All results as tables in Markdown. */
export async function renderReport(results: LoadResults): Promise<string> {
  const { sqlite, postgres, servers, tasks, users, abuse } = results;
  return [
    '# Measured under load',
    '',
    'Written by `npm run bench -- load`, each piece by itself (`npm run bench -- load PIECE`). Servers, database and the devices of',
    'all users share one machine:',
    `${await describeMachine()} (durable).`,
    '',
    '| piece | measured (UTC) | at | load of the machine before |',
    '|---|---|---|---:|',
    ...Object.entries(results).map(
      ([name, { at, commit, load }]) =>
        `| ${name} | ${at.slice(0, 16).replace('T', ' ')} | ${commit} | ${load.toFixed(1)} |`,
    ),
    '',
    ...(sqlite && postgres ? capacityTables({ sqlite: sqlite.result, postgres: postgres.result }) : []),
    ...(servers ? serversTable(servers.result) : []),
    ...(tasks ? growthTable('One user with more and more tasks', 'tasks', tasks.result) : []),
    ...(users ? growthTable('More and more users with 20 tasks each', 'users', users.result) : []),
    ...(abuse ? abuseTable(abuse.result) : []),
  ].join('\n');
}

function capacityTables(of: Readonly<Record<Engine, Capacity>>): string[] {
  const row = (what: string, show: (capacity: Capacity) => string) =>
    `| ${what} | ${show(of.sqlite)} | ${show(of.postgres)} |`;
  const cpuRow = (what: string, kind: keyof CpuTimes) =>
    row(what, ({ cpuPerThousand }) => `${cpuPerThousand[kind].toFixed(2)} s`);
  const count = of.sqlite.memory.at(-1)?.[0] ?? 0;
  return [
    `## One server with ${whole(count)} connected users`,
    '',
    '| | SQLite | PostgreSQL |',
    '|---|---:|---:|',
    row('memory before anybody connects', (capacity) => megabytes(kbAt(capacity, 0))),
    row('memory when all have connected, more a user', (capacity) => grown(capacity, kbAt(capacity, -1))),
    row('memory after a minute of idling, more a user', (capacity) => grown(capacity, capacity.idleKb)),
    row('CPU of the idle server, of one core', ({ idleCpu, idleSeconds }) =>
      percent(idleCpu.servers / idleSeconds),
    ),
    row('CPU of its database, of one core', ({ idleCpu, idleSeconds }) =>
      percent(idleCpu.database / idleSeconds),
    ),
    row(`mutations a second, ${whole(of.sqlite.writers)} writers at once`, ({ rounds }) =>
      spread(rounds.map(({ perSecond }) => perSecond)),
    ),
    row('the bare loop of the same transaction', ({ rounds }) => spread(rounds.map(({ bare }) => bare))),
    row('ratio (budget 0.7)', (capacity) => `**${ratioOf(capacity).toFixed(2)}x**`),
    cpuRow('CPU for 1,000 mutations: server', 'servers'),
    cpuRow('CPU for 1,000 mutations: database', 'database'),
    cpuRow('CPU for 1,000 mutations: devices', 'devices'),
    '',
    '### Memory of the server as users connect',
    '',
    '| connected users | SQLite | PostgreSQL |',
    '|---:|---:|---:|',
    ...of.sqlite.memory.map(([users], index) =>
      row(whole(users), (capacity) => megabytes(kbAt(capacity, index))),
    ),
    '',
    'Below, each writer has a second device, which the server has to serve too.',
    '',
    ...ENGINES.flatMap(({ engine, name }) => levelTable(name, of[engine].levels)),
  ];
}

function levelTable(name: string, levels: readonly Level[]): string[] {
  return [
    `### Device to device, ${name}`,
    '',
    '| users write | mutations a second | p50 | p95 | p99 | writes |',
    '|---|---:|---:|---:|---:|---:|',
    ...levels
      .toSorted(byOffered)
      .map(
        ({ offered, perSecond, delay, samples }) =>
          `| ${offered === null ? 'without a pause' : `${whole(offered)} a second`} | ${whole(perSecond)} | ${times(delay)} | ${whole(samples)} |`,
      ),
    '',
  ];
}

/** The load without pauses comes last. */
function byOffered(a: Level, b: Level): number {
  return (a.offered ?? Infinity) - (b.offered ?? Infinity);
}

function serversTable(runs: readonly ServersRun[]): string[] {
  const one = mean(runs.filter(({ servers }) => servers === 1).map(({ perSecond }) => perSecond));
  return [
    '## Several servers on one PostgreSQL',
    '',
    'In turn, a line each time. Delays are from a device on one server to one on the next, at 200 mutations a second in all.',
    '',
    '| servers | mutations a second | against one | bare loop | CPU for 1,000: servers | database | devices | p50 | p95 | p99 |',
    '|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|',
    ...runs.map(({ servers, perSecond, bare, cpuPerThousand: cpu, level }) => {
      const seconds = [cpu.servers, cpu.database, cpu.devices].map((value) => `${value.toFixed(2)} s`);
      return `| ${servers} | ${whole(perSecond)} | ${(perSecond / one).toFixed(2)}x | ${whole(bare)} | ${seconds.join(' | ')} | ${times(level.delay)} |`;
    }),
    '',
  ];
}

function growthTable(title: string, unit: string, of: Pieces['tasks']): string[] {
  return [
    `## ${title}`,
    '',
    'One push of one mutation (a quarter each adds, edits, completes, deletes): its transaction, until the disk has it.',
    '',
    `| | ${unit} | p50 | p95 | p50 against the smallest | p95 | index lookups a push | pages touched a push | whole tables read | levels of the key's index |`,
    '|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|',
    ...ENGINES.flatMap(({ engine, name }) => {
      const first = of[engine][0]?.time;
      return of[engine].map(({ size, time, lookups }) => {
        const ratios = [time.p50 / (first?.p50 ?? 1), time.p95 / (first?.p95 ?? 1)];
        const cells = [
          `${time.p50.toFixed(2)} ms`,
          `${time.p95.toFixed(2)} ms`,
          ...ratios.map((ratio) => `${ratio.toFixed(2)}x`),
          ...[lookups.indexScansPerPush, lookups.pagesPerPush, lookups.tableScansPerPush].map((value) =>
            value === null ? '' : value.toFixed(1),
          ),
          String(lookups.depth),
        ];
        return `| ${name} | ${whole(size)} | ${cells.join(' | ')} |`;
      });
    }),
    '',
  ];
}

function abuseTable(of: Pieces['abuse']): string[] {
  const runs = ENGINES.flatMap(({ engine, name }) => of[engine].map((run) => ({ name, ...run })));
  const { writers = 0, offered = 0, seconds = 0 } = runs[0] ?? {};
  return [
    `## One abuser beside ${whole(writers)} others`,
    '',
    `The others write ${whole(offered)} tasks a second in all, at random instants, from device to device; or they sign in with a password,`,
    `one after another, from many addresses. In turn ${seconds} s alone and ${seconds} s beside the abuser: these begin with its first`,
    'request, while it may still take what anybody may take at once. Budget: p99 beside it is at most 3 times what it is alone.',
    '',
    '| | abuser | others | alone: p50 | p95 | p99 | beside: p50 | p95 | p99 | p99 against alone | longest: alone, beside | it is answered | samples |',
    '|---|---|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|',
    ...runs.map(({ name, abuser, others, alone, beside, longest, samples, answered }) => {
      const what = ABUSERS.find((one) => one.name === abuser)?.what ?? abuser;
      return `| ${name} | ${what} | ${others} | ${times(alone)} | ${times(beside)} | **${(beside.p99 / alone.p99).toFixed(2)}x** | ${longest?.map(whole).join(', ') ?? ''} | ${answered.toFixed(1)} a second | ${whole(samples)} |`;
    }),
    '',
  ];
}

function kbAt({ memory }: Capacity, index: number): number {
  return memory.at(index)?.[1] ?? Number.NaN;
}

function grown(capacity: Capacity, kb: number): string {
  const each = (kb - kbAt(capacity, 0)) / (capacity.memory.at(-1)?.[0] ?? 1);
  return `${megabytes(kb)}, ${each.toFixed(1)} KB`;
}

function megabytes(kb: number): string {
  return `${Math.round(kb / 1000)} MB`;
}

function ratioOf({ rounds }: Capacity): number {
  return mean(rounds.map(({ perSecond }) => perSecond)) / mean(rounds.map(({ bare }) => bare));
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function times({ p50, p95, p99 }: Distribution): string {
  return [p50, p95, p99].map((value) => `${value.toFixed(value < 10 ? 1 : 0)} ms`).join(' | ');
}

function spread(values: readonly number[]): string {
  return `${whole(mean(values))} (${values.map(whole).join(', ')})`;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

function whole(value: number): string {
  return Math.round(value).toLocaleString('en');
}
