import type { Capacity } from './capacity.ts';
import type { Growth } from './growth.ts';
import { byOffered, ENGINES, mean, type LoadResults, type Pieces } from './report.ts';
import type { ServersRun } from './servers.ts';
import { barPlot, linePlot } from './plot.ts';

/** The plots of the results: file name and SVG. */
export function drawPlots({ sqlite, postgres, servers, tasks, users }: LoadResults): [string, string][] {
  return [
    ...(sqlite && postgres ? capacityPlots({ sqlite: sqlite.result, postgres: postgres.result }) : []),
    ...(servers ? serversPlots(servers.result) : []),
    ...(tasks
      ? [
          growthPlot(
            'growth-tasks',
            'One change, as its user has more tasks',
            'tasks of the user',
            tasks.result,
          ),
        ]
      : []),
    ...(users
      ? [
          growthPlot(
            'growth-users',
            'One change, as there are more users',
            'users, 20 tasks each',
            users.result,
          ),
        ]
      : []),
  ];
}

function capacityPlots(of: Pick<Pieces, 'sqlite' | 'postgres'>): [string, string][] {
  const users = of.sqlite.memory.at(-1)?.[0].toLocaleString('en');
  const writers = of.sqlite.writers.toLocaleString('en');
  return [
    [
      'throughput',
      barPlot({
        title: `${writers} users write at once, ${users} are connected`,
        y: { label: 'mutations a second' },
        bars: ['through the server', 'bare loop of the same transaction', '0.7x: the budget'],
        groups: ENGINES.map(({ engine, name }) => {
          const bare = mean(of[engine].rounds.map((round) => round.bare));
          return {
            name,
            values: [mean(of[engine].rounds.map((round) => round.perSecond)), bare, 0.7 * bare],
          };
        }),
      }),
    ],
    [
      'memory',
      linePlot({
        title: 'Memory of the server as users connect',
        x: { label: 'connected users' },
        y: { label: 'resident memory (MB)' },
        series: ENGINES.map(({ engine, name }) => ({
          name,
          points: of[engine].memory.map(([count, kb]) => [count, kb / 1000] as const),
        })),
      }),
    ],
    ...ENGINES.map(({ engine, name }): [string, string] => [
      `latency-${engine}`,
      latencyPlot(name, of[engine]),
    ]),
  ];
}

/** Leaves out the load without pauses: there the delay only depends on the number of waiting users. */
function latencyPlot(name: string, { levels }: Capacity): string {
  const paced = levels.filter(({ offered }) => offered !== null).toSorted(byOffered);
  return linePlot({
    title: `From device to device under load, ${name}`,
    x: { label: 'mutations a second' },
    y: { label: 'delay (ms)', isLogarithmic: true },
    series: (['p50', 'p95', 'p99'] as const).map((percentile) => ({
      name: percentile,
      points: paced.map(({ perSecond, delay }) => [perSecond, delay[percentile]] as const),
    })),
  });
}

function serversPlots(runs: readonly ServersRun[]): [string, string][] {
  const counts = [...new Set(runs.map(({ servers }) => servers))];
  const groups = (values: (some: readonly ServersRun[]) => number[]) =>
    counts.map((count) => ({
      name: count === 1 ? 'one server' : `${count} servers`,
      values: values(runs.filter(({ servers }) => servers === count)),
    }));
  return [
    [
      'servers',
      barPlot({
        title: 'Several servers on one PostgreSQL: all share two cores',
        y: { label: 'mutations a second' },
        bars: ['through the servers', 'bare loop of the same transaction'],
        groups: groups((some) => [
          mean(some.map(({ perSecond }) => perSecond)),
          mean(some.map(({ bare }) => bare)),
        ]),
      }),
    ],
    [
      'servers-cpu',
      barPlot({
        title: 'What 1,000 mutations take of the cores',
        y: { label: 'CPU time (ms)' },
        bars: ['servers', 'PostgreSQL', 'devices'],
        groups: groups((some) =>
          (['servers', 'database', 'devices'] as const).map((kind) =>
            mean(some.map(({ cpuPerThousand }) => 1000 * cpuPerThousand[kind])),
          ),
        ),
      }),
    ],
  ];
}

function growthPlot(file: string, title: string, unit: string, of: Pieces['tasks']): [string, string] {
  const series = ENGINES.flatMap(({ engine, name }) =>
    (['p50', 'p95'] as const).map((percentile) => ({
      name: `${name}, ${percentile}`,
      points: of[engine].map(({ size, time }: Growth) => [size, time[percentile]] as const),
    })),
  );
  return [
    file,
    linePlot({ title, x: { label: unit, isLogarithmic: true }, y: { label: 'one push (ms)' }, series }),
  ];
}
