import { clip } from '#src/domain/text/clip.ts';
import { LIMITS } from '#src/domain/limits.ts';
import { declarationOf } from '#src/tables/tables.ts';
import { cleanName } from '#src/domain/clean-text.ts';

/** A pasted line, and the number of lines above that are its ancestors. */
export interface Line {
  readonly text: string;
  readonly level: number;
}

const DEEPEST = declarationOf('task').tree?.levels ?? 0;
const TAB = 4;

/** The lines of a text that hold words, without the marks of lists. An indented line is below the less indented line above it. */
export function linesOf(pasted: string): Line[] {
  const above: number[] = [];
  return pasted.split(/\r\n|[\r\n\u2028\u2029]/u).flatMap((line) => {
    const text = listItem(line);
    if (text === '') return [];
    const indent = (/^\s*/u.exec(line)?.[0] ?? '').replaceAll('\t', ' '.repeat(TAB)).length;
    while ((above.at(-1) ?? -1) >= indent) above.pop();
    const level = Math.min(above.length, DEEPEST);
    above.push(indent);
    return [{ text, level }];
  });
}

/** Takes the mark of a list off a line: `- [ ] Flour`, `* Flour`, `1. Flour`. */
export function listItem(line: string): string {
  return cleanName(line.replace(/^\s*(?:[-*•+]|\d+[.)])\s+(?:\[[ xX]\]\s+)?/, ''));
}

/** A name that fits a task. If it was cut, the description has the whole text, so that nothing is lost. */
export function fitted(text: string): { readonly name: string; readonly description: string } {
  const name = clip(text, LIMITS.taskName);
  return { name, description: name === text ? '' : text };
}
