import { startTransition, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Answer } from '#src/reading/search/search-index.ts';
import type { Replica } from '#src/sync/client/replica.ts';
import { taskSearchOf } from './search.ts';
import type { Screen } from '#src/web/data/screen.ts';
import { readAsked } from './asked.ts';
import { fold } from '#src/domain/text/fold.ts';
import { isBegun, scoreOf, WordFinder } from '#src/reading/search/rank.ts';
import { formatCount } from '#src/web/platform/format-count.ts';
import { addingOf, commandsOf, placesOf, type Entry, type FoundTask, type Subject } from './entries.ts';
import { findEntries } from './find-entries.ts';
import { recentKeys } from './recent.ts';

/** The most tasks shown, and the most places and commands. */
const MOST_TASKS = 40;
const MOST_OTHERS = 5;
const MOST_RECENT = 6;
/** The most entries visible without scrolling. */
const SEEN_FIRST = 12;
/** From this many letters on, a text is rather the name of a task than of a place or a command. */
const FEW_LETTERS = 2;

export const GROUP_TITLES = {
  recent: 'Recent',
  places: 'Places',
  commands: 'Commands',
  tasks: 'Tasks',
  completed: 'Completed tasks',
} as const;

export interface Group {
  readonly value: keyof typeof GROUP_TITLES;
  readonly items: readonly Entry[];
}

export interface Results {
  /** The text that the results answer. */
  readonly text: string;
  readonly groups: readonly Group[];
  /** The folded words to mark in them. */
  readonly words: readonly string[];
  /** The number of results, or the reason for none: shown, and read out. */
  readonly status: string;
}

/** The results for what is typed, which follow what changes here and on other devices. `choose` does what one of them is for. */
export function useResults(
  replica: Replica,
  screens: readonly Screen[],
  subject: Subject | null,
  choose: (entry: Entry) => void,
) {
  const [text, setText] = useState('');
  const [results, setResults] = useState(() => withoutText('', replica, screens, subject));
  const isEntered = useRef(false);
  const find = (next: string) => {
    let isShown = false;
    findAll(next, replica, screens, subject, (found) => {
      // The found tasks are shown already, and stay: only their count is new.
      if (isShown) return setResults((shown) => ({ ...shown, status: found.status }));
      isShown = true;
      // The visible results render first: all of them take three times as long.
      const beginning = beginningOf(found);
      setResults(beginning);
      if (beginning !== found) startTransition(() => setResults(found));
      const first = found.groups[0]?.items[0];
      if (isEntered.current && first) choose(first);
      isEntered.current = false;
    });
  };
  const refresh = useEffectEvent(() => find(text));
  useEffect(() => {
    const search = taskSearchOf(replica);
    // After the first paint of the dialog.
    const timer = setTimeout(() => search.prepare());
    let isDue = false;
    const stop = replica.watch((topics) => {
      const isShown = [...topics].some((topic) => /^(?:task|collection|label):|^everything$/.test(topic));
      if (isDue || !isShown) return;
      isDue = true;
      queueMicrotask(() => {
        isDue = false;
        refresh();
      });
    });
    return () => {
      search.stop();
      clearTimeout(timer);
      stop();
    };
  }, [replica]);
  const type = (next: string) => {
    isEntered.current = false;
    setText(next);
    find(next);
  };
  /** Remembers Enter while a search still runs, to choose its first result. Returns false if none runs. */
  const enter = () => (isEntered.current = results.text !== text);
  return { text, results, type, enter };
}

function findAll(
  text: string,
  replica: Replica,
  screens: readonly Screen[],
  subject: Subject | null,
  onResults: (results: Results) => void,
): void {
  const search = taskSearchOf(replica);
  const asked = readAsked(text, replica);
  if (asked.kind === 'problem') {
    search.stop();
    onResults({ text, groups: [], words: [], status: asked.message });
  } else if (asked.kind === 'query') {
    search.filter(asked.holds, MOST_TASKS, ({ ids, count }) =>
      onResults(resultsOf(text, [], tasksOf(ids, replica), count, [])),
    );
  } else if (asked.words.length === 0) {
    search.prepare();
    onResults(withoutText(text, replica, screens, subject));
  } else {
    const { words, otherwise } = asked;
    search.find(words, MOST_TASKS, (answer) => {
      const recent = recentKeys();
      const others = [
        { value: 'places' as const, ...findEntries(placesOf(replica, screens), words, recent) },
        { value: 'commands' as const, ...findEntries(commandsOf(subject), words, recent) },
      ].map(({ value, found, isBegun }) => ({ value, items: found.slice(0, MOST_OTHERS), isBegun }));
      const tasks = tasksOf(answer.ids, replica);
      const found = resultsOf(text, others, tasks, answer.count, [...words, ...answer.words.flat()]);
      const guess = guessText(words, answer);
      const isMissing = otherwise !== undefined && (guess !== '' || answer.count === 0);
      const told =
        isMissing && answer.count === 0 && found.words.length === 0
          ? [otherwise]
          : [isMissing ? otherwise : '', guess + found.status];
      onResults({ ...found, status: told.filter(Boolean).join(' ') });
    });
  }
}

/** Names the words that occur nowhere, and the ones searched instead. */
function guessText(words: readonly string[], answer: Answer): string {
  const missing = words.filter((word, index) => answer.words[index]?.join() !== word);
  if (missing.length === 0 || answer.count === 0) return '';
  const meant = answer.words.flat().filter((word) => !words.includes(word));
  return `Nothing has “${missing.join(' ')}”. With “${meant.join('”, “')}”: `;
}

/** The results that are visible at once; the same object if there are no more. */
function beginningOf(results: Results): Results {
  let room = SEEN_FIRST;
  const groups = results.groups.flatMap((group) => {
    const items = group.items.slice(0, Math.max(room, 0));
    room -= group.items.length;
    return items.length > 0 ? [{ ...group, items }] : [];
  });
  return room < 0 ? { ...results, groups } : results;
}

/** The latest choices, then every view and command. */
function withoutText(
  text: string,
  replica: Replica,
  screens: readonly Screen[],
  subject: Subject | null,
): Results {
  const places = placesOf(replica, screens);
  const commands = commandsOf(subject);
  const others = new Map([...places, ...commands].map((entry): [string, Entry] => [entry.key, entry]));
  const recent = recentKeys().flatMap((key) => others.get(key) ?? tasksOf([key], replica));
  const shown = recent.slice(0, MOST_RECENT);
  const isNew = (entry: Entry) => !shown.includes(entry);
  const views = places.filter(({ what }) => what === undefined);
  const groups: Group[] = [
    { value: 'recent', items: shown },
    { value: 'places', items: views.filter(isNew) },
    { value: 'commands', items: commands.filter(isNew) },
  ];
  return { text, groups: groups.filter(({ items }) => items.length > 0), words: [], status: '' };
}

function tasksOf(ids: readonly string[], replica: Replica): FoundTask[] {
  return ids.flatMap((id): FoundTask[] => {
    const task = replica.get('task', id);
    if (!task || task.deletedAt !== null) return [];
    const { name, description, completedAt } = task;
    return [{ kind: 'task', key: id, id, name, description, isDone: completedAt !== null }];
  });
}

/** `count`: the number of found tasks, of them only the first are shown; null while counting. */
function resultsOf(
  text: string,
  others: readonly (Group & { readonly isBegun: boolean })[],
  tasks: readonly FoundTask[],
  count: number | null,
  words: readonly string[],
): Results {
  const found: Group[] = [
    { value: 'tasks', items: tasks.filter(({ isDone }) => !isDone) },
    { value: 'completed', items: tasks.filter(({ isDone }) => isDone) },
  ];
  const [first] = tasks;
  const isTaskFirst = text.trim().length >= FEW_LETTERS && first !== undefined && isMeant(first, words);
  const begun = others.filter(({ isBegun }) => isBegun);
  // Entries with the words inside other words come last, out of the way.
  const groups = [
    ...(isTaskFirst ? [...found, ...begun] : [...begun, ...found]),
    ...others.filter(({ isBegun }) => !isBegun),
  ].filter(({ items }) => items.length > 0);
  const shown = groups.reduce((sum, { items }) => sum + items.length, 0);
  if (count === null) return { text, groups, words, status: '' };
  const status = statusOf(shown, count - tasks.length);
  if (shown > 0) return { text, groups, words, status };
  return { text, groups: [{ value: 'commands', items: [addingOf(text)] }], words: [], status };
}

/** True for a task with one of the words at the beginning of a word in its own texts: its place may have them too. */
function isMeant({ name, description }: FoundTask, words: readonly string[]): boolean {
  const text = fold(`${name}\n${description}`);
  return words.length === 0 || words.some((word) => isBegun(scoreOf(new WordFinder(word).rank(text))));
}

function statusOf(shown: number, unseen: number): string {
  const total = shown + unseen;
  if (total === 0) return 'Nothing found';
  if (total === 1) return '1 result';
  const all = `${formatCount(total)} results`;
  return unseen > 0 ? `${all}, the first ${formatCount(shown)} shown` : all;
}
