import { describe, expect, test } from 'vitest';
import { barPlot, linePlot } from './plot.ts';

/** The numbers of an attribute, or of its pairs. */
function numbersOf(svg: string, attribute: string): number[] {
  return [...svg.matchAll(new RegExp(` ${attribute}="([^"]+)"`, 'g'))].flatMap(([, value = '']) =>
    value.split(/[ ,]/).map(Number),
  );
}

/** The names of all elements. Throws unless they are closed in reverse order. */
function parse(svg: string): string[] {
  const open: string[] = [];
  const names: string[] = [];
  for (const [, slash, name = '', end] of svg.matchAll(/<(\/?)([a-z]+)[^<>]*?(\/?)>/g)) {
    if (slash && open.pop() !== name) throw new Error(`</${name}> closes nothing.`);
    if (!slash) names.push(name);
    if (!slash && !end) open.push(name);
  }
  if (open.length > 0) throw new Error(`Never closed: ${open.join(', ')}.`);
  return names;
}

describe('a plot of lines', () => {
  const svg = linePlot({
    title: 'Delay & load',
    x: { label: 'mutations a second' },
    y: { label: 'delay (ms)', isLogarithmic: true },
    series: [
      {
        name: 'p50',
        points: [
          [100, 1.5],
          [2_000, 3],
          [4_000, 240],
        ],
      },
      {
        name: 'p99',
        points: [
          [100, 9],
          [4_000, 800],
        ],
      },
    ],
  });

  test('is SVG with a name, its axes with their units, and a legend', () => {
    expect(parse(svg).filter((name) => name === 'polyline')).toHaveLength(2);
    expect(svg).toContain('<title>Delay &#38; load</title>');
    for (const text of ['mutations a second', 'delay (ms)', 'p50', 'p99']) expect(svg).toContain(`>${text}<`);
  });

  test('places larger values further right and further up, all within the picture', () => {
    const [first = [], second = []] = [...svg.matchAll(/points="([^"]+)"/g)].map(([, points = '']) =>
      points.split(' ').map((point) => point.split(',').map(Number) as [number, number]),
    );

    expect(first.map(([x]) => x)).toEqual(first.map(([x]) => x).toSorted((a, b) => a - b));
    expect(first.map(([, y]) => y)).toEqual(first.map(([, y]) => y).toSorted((a, b) => b - a));
    expect(first[0]?.[0]).toBe(second[0]?.[0]);
    expect(second[0]?.[1]).toBeLessThan(first[0]?.[1] ?? 0);
    for (const x of numbersOf(svg, 'cx')) expect(x >= 0 && x <= 720).toBe(true);
    for (const y of numbersOf(svg, 'cy')) expect(y >= 0 && y <= 400).toBe(true);
  });

  test('has a logarithmic axis that spans its values, with a tick at each power of ten', () => {
    const ticks = [...svg.matchAll(/text-anchor="end">([^<]+)</g)].map(([, tick]) => tick);

    expect(ticks).toEqual(['1', '10', '100', '1,000']);
  });

  test('has a look for light and one for dark', () => {
    expect(svg).toContain('@media (prefers-color-scheme: dark)');
    const defined = new Set([...svg.matchAll(/--([a-z0-9]+):/g)].map(([, name]) => name));
    for (const [, used] of svg.matchAll(/var\(--([a-z0-9]+)\)/g)) expect(defined).toContain(used);
  });
});

describe('a plot of bars', () => {
  const svg = barPlot({
    title: 'Throughput',
    y: { label: 'mutations a second' },
    bars: ['server', 'bare loop'],
    groups: [
      { name: 'SQLite', values: [4_000, 3_000] },
      { name: 'PostgreSQL', values: [1_000, 0] },
    ],
  });

  test('has a bar of the right height for each value, with the value above it', () => {
    parse(svg);
    const bars = [...svg.matchAll(/<rect class="f\d"[^>]*? width="(?!24)[^"]+" height="([^"]+)"/g)];
    const [most = 0, less = 0, least = 0, none] = bars.map(([, height]) => Number(height));

    expect(bars).toHaveLength(4);
    expect(less / most).toBeCloseTo(3 / 4, 2);
    expect(least / most).toBeCloseTo(1 / 4, 2);
    expect(none).toBe(0);
    for (const text of ['SQLite', 'PostgreSQL', 'server', 'bare loop', '4,000', '1,000'])
      expect(svg).toContain(`>${text}<`);
  });
});
