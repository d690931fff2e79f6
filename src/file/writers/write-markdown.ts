import type { WrittenTask } from './written-tasks.ts';

/**
 * Headings for collections and sections, and lists of boxes, as one would paste them into a document. Each collection and
 * each section has one heading, and the tasks without a section come first.
 */
export function writeMarkdown(tasks: readonly WrittenTask[]): string {
  const blocks = [...Map.groupBy(treesOf(tasks), ({ root }) => root.collection)].flatMap(
    ([collection, trees]) => [`# ${escaped(collection)}`, ...sectionBlocks(trees)],
  );
  return `${blocks.join('\n\n')}\n`;
}

/** A task at the top level with all tasks below it. */
interface Tree {
  readonly root: WrittenTask;
  readonly tasks: readonly WrittenTask[];
}

function treesOf(tasks: readonly WrittenTask[]): readonly Tree[] {
  const trees: { readonly root: WrittenTask; readonly tasks: WrittenTask[] }[] = [];
  for (const task of tasks) {
    if (task.level === 0) trees.push({ root: task, tasks: [task] });
    else trees.at(-1)?.tasks.push(task);
  }
  return trees;
}

function sectionBlocks(trees: readonly Tree[]): readonly string[] {
  const sections = Map.groupBy(trees, ({ root }) => root.section);
  const listOf = (section: string | null) =>
    (sections.get(section) ?? []).flatMap((tree) => tree.tasks.flatMap(taskLines)).join('\n');
  const named = [...sections.keys()].filter((section) => section !== null);
  return [
    ...(sections.has(null) ? [listOf(null)] : []),
    ...named.flatMap((section) => [`## ${escaped(section)}`, listOf(section)]),
  ];
}

function taskLines(task: WrittenTask): readonly string[] {
  const indent = '  '.repeat(task.level);
  const facts = [
    [task.date ?? '', task.time ?? '', task.zone ?? ''].filter((part) => part !== '').join(' '),
    task.duration === null ? '' : `${task.duration} min`,
    task.deadline === null ? '' : `deadline ${task.deadline}`,
    task.priority === 4 ? '' : `p${task.priority}`,
    ...task.labels.map((label) => `@${escaped(label)}`),
  ].filter((fact) => fact !== '');
  const behind = facts.length === 0 ? '' : ` (${facts.join(', ')})`;
  const notes = task.description === '' ? [] : task.description.split('\n');
  return [
    `${indent}- [${task.isDone ? 'x' : ' '}] ${escaped(task.name)}${behind}`,
    ...notes.map((line) => (line.trim() === '' ? '' : `${indent}  ${line}`)),
  ];
}

/** Text whose signs Markdown does not read. */
function escaped(text: string): string {
  return text.replaceAll(/[\\`*_[\]<>#]/g, String.raw`\$&`);
}
