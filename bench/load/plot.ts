/** An axis, from 0 unless it is logarithmic. */
export interface Axis {
  /** The name of the quantity, with its unit. */
  readonly label: string;
  readonly isLogarithmic?: boolean;
}

export interface Series {
  readonly name: string;
  readonly points: readonly (readonly [x: number, y: number])[];
}

export interface LinePlot {
  readonly title: string;
  readonly x: Axis;
  readonly y: Axis;
  readonly series: readonly Series[];
}

export interface BarPlot {
  readonly title: string;
  readonly y: Axis;
  /** The names of a group's bars, in their order. */
  readonly bars: readonly string[];
  readonly groups: readonly { readonly name: string; readonly values: readonly number[] }[];
}

const WIDTH = 720;
const HEIGHT = 400;
/** The place of the plot in the picture. */
const PLOT = { left: 76, right: WIDTH - 20, top: 78, bottom: HEIGHT - 56 };
const LEGEND_TOP = 56;
/** The approximate width of a character in the legend's 13 pixels. */
const CHARACTER = 7;

/**
 * Pictures cannot use the page's styles, so that each has both looks. A background of their own keeps them
 * readable on any page.
 */
const STYLE = `
  svg { --ground: #fffdf7; --text: #2b2620; --quiet: #6b6358; --line: #e6dfd0;
    --c0: #1f6fb2; --c1: #b3541e; --c2: #2f7d4f; --c3: #8a3ea8; }
  @media (prefers-color-scheme: dark) {
    svg { --ground: #1d1a16; --text: #f3ede2; --quiet: #b3a995; --line: #3a342b;
      --c0: #6fb3ef; --c1: #f0a068; --c2: #7ccb98; --c3: #d29bea; }
  }
  text { font: 13px system-ui, sans-serif; fill: var(--text) }
  .title { font-size: 16px; font-weight: 600 }
  .tick { fill: var(--quiet); font-size: 12px }
  .ground { fill: var(--ground) }
  .grid { stroke: var(--line) }
  .series { fill: none; stroke-width: 2 }
  .s0 { stroke: var(--c0) } .s1 { stroke: var(--c1); stroke-dasharray: 7 3 }
  .s2 { stroke: var(--c2); stroke-dasharray: 2 3 } .s3 { stroke: var(--c3); stroke-dasharray: 9 3 2 3 }
  .f0 { fill: var(--c0) } .f1 { fill: var(--c1) } .f2 { fill: var(--c2) } .f3 { fill: var(--c3) }`;

/** Series of points over a number, as SVG. At most four. */
export function linePlot({ title, x, y, series }: LinePlot): string {
  const points = series.flatMap((one) => one.points);
  const xScale = makeScale(
    x,
    points.map(([value]) => value),
    PLOT.left,
    PLOT.right,
  );
  const yScale = makeScale(
    y,
    points.map(([, value]) => value),
    PLOT.bottom,
    PLOT.top,
  );
  const ticks = xScale.ticks.map(
    (tick) =>
      `<text class="tick" x="${at(xScale.place(tick))}" y="${PLOT.bottom + 20}" text-anchor="middle">${number(tick)}</text>`,
  );
  const lines = series.map((one, n) => {
    const path = one.points.map(([px, py]) => `${at(xScale.place(px))},${at(yScale.place(py))}`);
    const dots = path.map((point) => {
      const [cx, cy] = point.split(',');
      return `<circle class="f${n}" cx="${cx}" cy="${cy}" r="3.5"/>`;
    });
    return `<polyline class="series s${n}" points="${path.join(' ')}"/>${dots.join('')}`;
  });
  const middle = (PLOT.left + PLOT.right) / 2;
  return picture(title, [
    ...legend(
      series.map(({ name }) => name),
      (n, left) =>
        `<line class="series s${n}" x1="${left}" y1="${LEGEND_TOP - 4}" x2="${left + 24}" y2="${LEGEND_TOP - 4}"/>`,
    ),
    ...yAxis(y, yScale),
    ...ticks,
    `<text x="${middle}" y="${HEIGHT - 14}" text-anchor="middle">${escape(x.label)}</text>`,
    ...lines,
  ]);
}

/** Groups of bars side by side, each with its value above it, as SVG. At most four bars per group. */
export function barPlot({ title, y, bars, groups }: BarPlot): string {
  const scale = makeScale(
    y,
    groups.flatMap(({ values }) => values),
    PLOT.bottom,
    PLOT.top,
  );
  const room = (PLOT.right - PLOT.left) / groups.length;
  const width = Math.min(72, (room * 0.8) / bars.length);
  const drawn = groups.flatMap(({ name, values }, group) => {
    const middle = PLOT.left + room * (group + 0.5);
    const left = middle - (width * values.length) / 2;
    const rects = values.map((value, n) => {
      const top = scale.place(value);
      const x = left + width * n;
      return (
        `<rect class="f${n}" x="${at(x + 2)}" y="${at(top)}" width="${at(width - 4)}" height="${at(PLOT.bottom - top)}"/>` +
        `<text class="tick" x="${at(x + width / 2)}" y="${at(top - 6)}" text-anchor="middle">${number(value)}</text>`
      );
    });
    return [
      ...rects,
      `<text x="${at(middle)}" y="${PLOT.bottom + 22}" text-anchor="middle">${escape(name)}</text>`,
    ];
  });
  const keys = legend(
    bars,
    (n, left) => `<rect class="f${n}" x="${left}" y="${LEGEND_TOP - 10}" width="24" height="11" rx="2"/>`,
  );
  return picture(title, [...keys, ...yAxis(y, scale), ...drawn]);
}

function picture(title: string, parts: readonly string[]): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" role="img" aria-label="${escape(title)}">`,
    `<title>${escape(title)}</title>`,
    `<style>${STYLE}</style>`,
    `<rect class="ground" width="${WIDTH}" height="${HEIGHT}" rx="8"/>`,
    `<text class="title" x="20" y="30">${escape(title)}</text>`,
    ...parts,
    '</svg>',
    '',
  ].join('\n');
}

function legend(names: readonly string[], key: (n: number, left: number) => string): string[] {
  let left = PLOT.left;
  return names.map((name, n) => {
    const drawn = `${key(n, left)}<text x="${left + 30}" y="${LEGEND_TOP}">${escape(name)}</text>`;
    left += 54 + name.length * CHARACTER;
    return drawn;
  });
}

function yAxis(axis: Axis, scale: Scale): string[] {
  const lines = scale.ticks.map((tick) => {
    const y = at(scale.place(tick));
    return (
      `<line class="grid" x1="${PLOT.left}" y1="${y}" x2="${PLOT.right}" y2="${y}"/>` +
      `<text class="tick" x="${PLOT.left - 8}" y="${y}" dy="4" text-anchor="end">${number(tick)}</text>`
    );
  });
  const middle = (PLOT.top + PLOT.bottom) / 2;
  return [
    ...lines,
    `<text transform="translate(18 ${middle}) rotate(-90)" text-anchor="middle">${escape(axis.label)}</text>`,
  ];
}

interface Scale {
  readonly ticks: readonly number[];
  /** The place of a value in the picture. */
  readonly place: (value: number) => number;
}

function makeScale(axis: Axis, values: readonly number[], start: number, end: number): Scale {
  const ticks = axis.isLogarithmic
    ? logarithmicTicks(Math.min(...values), Math.max(...values))
    : linearTicks(Math.max(...values));
  const of = axis.isLogarithmic ? Math.log : (value: number) => value;
  const low = of(ticks[0] ?? 0);
  const high = of(ticks.at(-1) ?? 1);
  return { ticks, place: (value) => start + ((of(value) - low) / (high - low)) * (end - start) };
}

/**
 * Ticks from 0 to the first one that is at least `most`: some four to eight steps of 1, 2 or 5 times a power
 * of ten.
 */
function linearTicks(most: number): number[] {
  const power = 10 ** Math.floor(Math.log10(most / 4));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((one) => most / one <= 8) ?? most;
  return Array.from({ length: Math.ceil(most / step) + 1 }, (_, n) => n * step);
}

/** The powers of ten around the values; for a short range also 2 and 5 times each. */
function logarithmicTicks(least: number, most: number): number[] {
  const low = Math.floor(Math.log10(least));
  const high = Math.ceil(Math.log10(most));
  const factors = high - low <= 2 ? [1, 2, 5] : [1];
  const ticks = Array.from({ length: high - low + 1 }, (_, n) => low + n).flatMap((power) =>
    factors.map((factor) => factor * 10 ** power),
  );
  const first = ticks.findLastIndex((tick) => tick <= least);
  const last = ticks.findIndex((tick) => tick >= most);
  return ticks.slice(Math.max(first, 0), last + 1);
}

/** A coordinate to a tenth of a pixel. */
function at(value: number): string {
  return value.toFixed(1);
}

function number(value: number): string {
  return value.toLocaleString(
    'en',
    value < 100 ? { maximumSignificantDigits: 2 } : { maximumFractionDigits: 0 },
  );
}

function escape(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
