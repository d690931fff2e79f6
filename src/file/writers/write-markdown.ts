import type { WrittenTask } from './written-tasks.ts';

/** Headings for collections and sections, and a list of boxes, as one would paste it into a document. */
export function writeMarkdown(tasks: readonly WrittenTask[]): string {
  const lines: string[] = [];
  let [collection, section]: readonly [string | null, string | null] = [null, null];
  for (const task of tasks) {
    if (task.level === 0 && task.collection !== collection) {
      lines.push('', `# ${escaped(task.collection)}`, '');
      [collection, section] = [task.collection, null];
    }
    if (task.level === 0 && task.section !== section) {
      if (task.section !== null) lines.push('', `## ${escaped(task.section)}`, '');
      section = task.section;
    }
    lines.push(...taskLines(task));
  }
  return `${lines
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()}\n`;
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
