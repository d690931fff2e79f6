import { LIMITS } from '#src/domain/limits.ts';
import { indexNames } from '#src/domain/quick-add/name-index.ts';
import { parseQuickAdd } from '#src/domain/quick-add/parse.ts';
import { contextOf } from '#src/domain/quick-add/testing/suite.ts';
import { strangersLines } from '#src/domain/quick-add/testing/strangers.ts';
import { LANGUAGES, type Language } from '#src/domain/quick-add/types.ts';
import { NO_DATE, NO_DETAILS, type TaskDraft } from '#src/web/features/tasks/draft/task-form.ts';
import { LineReader } from '#src/web/features/tasks/quick-add/line-reader.ts';
import { NEW_LINE } from '#src/web/features/tasks/quick-add/reading.ts';
import { distribution, ms, type Distribution, type Row } from '#bench/measure.ts';

const BUDGET_MS = 50;
const LETTERS = 16_384;
/** The longest name that the app reads. Longer text is pasted, and stays text. */
const LONGEST = 2 * LIMITS.taskName;
const RUNS = 20;
const WARM_UP = 5;

/**
 * Measures quick add on long text, in processor time, since nothing in it waits: a key in the longest name that the app
 * reads and in one of a page, and the page read at once, as a program may send it.
 */
export function measureLongLine(): Row[] {
  return [
    row(`a key in a name of ${shown(LONGEST)} letters`, (language) => keyOf(language, LONGEST)),
    row(`a key in a name of ${shown(LETTERS)} letters`, (language) => keyOf(language, LETTERS)),
    row(`${shown(LETTERS)} letters read at once, with the most collections`, parserOf),
  ];
}

function row(what: string, workOf: (language: Language) => (run: number) => void): Row {
  const all = LANGUAGES.map((language) => ({ language, ...timesOf(workOf(language)) }));
  const slowest = all.reduce((worst, one) => (one.p95 > worst.p95 ? one : worst));
  return {
    what: `quick add: ${what}, processor time in the slowest of ${LANGUAGES.length} languages (p50, p95)`,
    measured: `${ms(slowest.p50)}, ${ms(slowest.p95)}`,
    budget: `p95 ${BUDGET_MS} ms`,
    kept: slowest.p95 <= BUDGET_MS,
  };
}

/** A key in the name of a new task: the reader of the app reads all of the name again. */
function keyOf(language: Language, letters: number): (run: number) => void {
  const reader = new LineReader();
  const text = textIn(language, letters);
  const sources = {
    zone: 'Etc/UTC',
    weekStart: 0,
    order: 'dmy',
    language,
    style: 'todoist',
    clock: 24,
    locale: 'en-GB',
    collections: [],
    labels: [],
    sections: [],
    dismissals: [],
  } as const;
  return (run) => reader.read(draftOf(text.slice(0, letters - (run % 2))), sources, NEW_LINE);
}

function parserOf(language: Language): () => void {
  const names = Array.from({ length: LIMITS.collections }, (_, i) => `Garden ${i}`);
  const context = { ...contextOf({ language }), collections: indexNames(names) };
  const text = textIn(language, LETTERS);
  return () => parseQuickAdd(text, context);
}

/** The lines of strangers in a language, one after the other. */
function textIn(language: Language, letters: number): string {
  const line = `${strangersLines(language)
    .map(({ input }) => input)
    .join(' #Garden 17 ')} `;
  return line.repeat(Math.ceil(letters / line.length)).slice(0, letters);
}

function draftOf(name: string): TaskDraft {
  return {
    name,
    description: '',
    notesBase: null,
    date: NO_DATE,
    collectionId: '',
    labels: '',
    added: '',
    reminders: '',
    ...NO_DETAILS,
  };
}

function timesOf(work: (run: number) => void): Distribution {
  const times = Array.from({ length: WARM_UP + RUNS }, (_, run) => {
    const start = process.threadCpuUsage();
    work(run);
    const { user, system } = process.threadCpuUsage(start);
    return (user + system) / 1_000;
  });
  return distribution(times.slice(WARM_UP));
}

function shown(letters: number): string {
  return letters.toLocaleString('en');
}
