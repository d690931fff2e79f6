import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { DescribedPlan, DescribedTask } from '#src/file/describe-plan.ts';

/** The folder of files in the shape of each format, each with all that must come of it. */
export const SAMPLES = fileURLToPath(new URL('samples', import.meta.url));

/** A value, or the values that are each right. `day`: of an instant, in UTC or up to a day beside it. */
type Wanted = unknown;

/** An empty field is left out. */
type WantedNote = Partial<Pick<DescribedPlan['told'][number], 'where' | 'name' | 'reason' | 'detail'>>;

interface Contents {
  readonly collections?: readonly Wanted[];
  readonly sections?: readonly Wanted[];
  readonly labels?: readonly Wanted[];
  readonly filters?: readonly Wanted[];
  readonly tasks?: readonly Readonly<Record<string, Wanted>>[];
  readonly refused?: readonly WantedNote[];
  readonly told?: readonly WantedNote[];
}

interface Expected extends Contents {
  readonly format: string;
  readonly files: readonly string[];
  readonly context: { readonly zone: string };
  readonly perFile?: Readonly<Record<string, Contents>>;
}

/** The samples, as `folder/file`. */
export function samplePaths(): readonly string[] {
  const folders = readdirSync(SAMPLES, { withFileTypes: true }).filter((each) => each.isDirectory());
  return folders.flatMap(({ name }) => expectedOf(name).files.map((file) => `${name}/${file}`));
}

export function expectedOf(folder: string): Expected {
  return JSON.parse(readFileSync(`${SAMPLES}/${folder}/expected.json`, 'utf8')) as Expected;
}

/** The fields of a task that have their default where an expectation leaves them out. */
const DEFAULTS: Readonly<Record<string, unknown>> = {
  date: null,
  time: null,
  zone: null,
  duration: null,
  deadline: null,
  priority: 4,
  labels: [],
  repeat: null,
  repeatFrom: 'date',
  reminders: [],
  done: false,
  parent: null,
};
/** The fields that count only where an expectation has them. */
const GIVEN = ['description', 'collection', 'section', 'completedAt', 'createdAt'];

/** All differences between a plan and what must come of its file. */
export function differencesOf(folder: string, file: string, plan: DescribedPlan | string): readonly string[] {
  const expected = expectedOf(folder);
  if (typeof plan === 'string') return [plan];
  const {
    collections,
    sections,
    labels,
    filters,
    tasks = [],
    refused = [],
    told = [],
  }: Contents = {
    ...expected,
    ...expected.perFile?.[file],
  };
  const found: string[] = plan.format === expected.format ? [] : [`format ${plan.format}`];
  const lists = { collections, sections, labels, filters };
  for (const [name, wanted] of Object.entries(lists))
    if (wanted) found.push(...listDifferences(name, wanted, plan[name as keyof typeof lists]));
  found.push(
    ...noteDifferences('refused', refused, plan.refused),
    ...noteDifferences('told', told, plan.told),
  );
  if (plan.tasks.length !== tasks.length)
    found.push(`tasks ${JSON.stringify(plan.tasks.map(({ name }) => name))}`);
  const left = [...plan.tasks];
  for (const wanted of tasks) {
    const at = left.findIndex((task) => fits(wanted['name'], task.name) && isLike(wanted, task));
    const place = at === -1 ? left.findIndex(({ name }) => fits(wanted['name'], name)) : at;
    const [task] = place === -1 ? [] : left.splice(place, 1);
    if (!task) found.push(`no task ${JSON.stringify(wanted['name'])}`);
    else if (at === -1) found.push(...taskDifferences(wanted, task));
  }
  for (const { name, order } of tasks)
    if (typeof order === 'string') found.push(...orderDifferences(String(name), order, plan.tasks));
  return found;
}

function listDifferences(name: string, wanted: readonly Wanted[], actual: readonly unknown[]): string[] {
  const isSame =
    wanted.length === actual.length && wanted.every((each) => actual.some((one) => fits(each, one)));
  return isSame ? [] : [`${name} ${JSON.stringify(actual)}`];
}

/** Notes are exact: a loss that is no longer told would otherwise go unseen. */
function noteDifferences(
  kind: string,
  wanted: readonly WantedNote[],
  actual: DescribedPlan['told'],
): readonly string[] {
  const textOf = ({ where = '', name = '', reason, detail = '' }: WantedNote) =>
    [where, name, reason, detail].join(' | ');
  const want = Map.groupBy(wanted, textOf);
  const is = Map.groupBy<string, WantedNote>(actual, textOf);
  return [...new Set([...want.keys(), ...is.keys()])].flatMap((text) => {
    const [wants, has] = [want.get(text)?.length ?? 0, is.get(text)?.length ?? 0];
    return wants === has ? [] : [`${kind} ${has} times, not ${wants}: ${text}`];
  });
}

function isLike(wanted: Readonly<Record<string, Wanted>>, task: DescribedTask): boolean {
  return taskDifferences(wanted, task).length === 0;
}

function taskDifferences(wanted: Readonly<Record<string, Wanted>>, task: DescribedTask): string[] {
  const actual = task as unknown as Readonly<Record<string, unknown>>;
  const fields = [...Object.keys(DEFAULTS), ...GIVEN.filter((name) => name in wanted)];
  return fields.flatMap((name) => {
    const want = name in wanted ? wanted[name] : DEFAULTS[name];
    const is = actual[name] ?? DEFAULTS[name] ?? null;
    const isSame = name === 'repeat' ? fits(want, is, sortedRule) : fits(want, is);
    return isSame ? [] : [`${task.name}: ${name} ${JSON.stringify(is)}, not ${JSON.stringify(want)}`];
  });
}

function orderDifferences(name: string, order: string, tasks: readonly DescribedTask[]): string[] {
  const placeOf = (wanted: string) => tasks.findIndex((task) => task.name === wanted);
  return placeOf(order.replace(/^after /, '')) < placeOf(name) ? [] : [`${name} is not ${order}`];
}

function fits(
  wanted: Wanted,
  actual: unknown,
  plain: (value: unknown) => unknown = (value) => value,
): boolean {
  if (typeof wanted === 'object' && wanted !== null && !Array.isArray(wanted)) {
    const { anyOf, day, contains } = wanted as Record<string, unknown>;
    if (Array.isArray(anyOf)) return anyOf.some((each) => fits(each, actual, plain));
    // The time of that day is not known, and its owner may be in another zone.
    if (typeof day === 'string') return Math.abs(Date.parse(String(actual)) - Date.parse(day)) <= 86_400_000;
    if (typeof contains === 'string') return String(actual).includes(contains);
    return Object.entries(wanted).every(
      ([name, value]) =>
        String(value).startsWith('nearest') ||
        fits(value, (actual as Readonly<Record<string, unknown>>)[name] ?? null),
    );
  }
  if (Array.isArray(wanted)) {
    const all = actual as readonly unknown[];
    return wanted.length === all.length && wanted.every((each) => all.some((one) => fits(each, one)));
  }
  if (isInstant(wanted) && isInstant(actual)) return Date.parse(wanted) === Date.parse(actual);
  return (plain(wanted) ?? null) === (plain(actual) ?? null);
}

function isInstant(value: unknown): value is string {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\dT.*Z$/.test(value);
}

function sortedRule(rule: unknown): unknown {
  return typeof rule === 'string' ? rule.split(';').toSorted().join(';') : rule;
}
