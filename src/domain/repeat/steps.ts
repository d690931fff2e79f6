import { LIMITS } from '#src/domain/limits.ts';

/** How far a sub-task had come, as a line of Markdown in the notes of the time that was completed (rule R4). */
export function stepText(name: string, isDone: boolean): string {
  return `- [${isDone ? 'x' : ' '}] ${name}`;
}

/** The notes with the steps below, of which those at the end are left out that do not fit. */
export function withSteps(description: string, steps: string): string {
  let joined = description;
  let gap = description === '' ? '' : '\n\n';
  for (const line of steps === '' ? [] : steps.split('\n')) {
    if (joined.length + gap.length + line.length > LIMITS.taskDescription) break;
    joined += gap + line;
    gap = '\n';
  }
  return joined;
}

/** The notes with the step of this name ticked, or open again; null where none is to change. Steps stand at the end: the last of a name counts. */
export function withStep(description: string, name: string, isDone: boolean): string | null {
  const lines = description.split('\n');
  const place = lines.lastIndexOf(stepText(name, !isDone));
  return place === -1 ? null : lines.with(place, stepText(name, isDone)).join('\n');
}
