/** The marks before the text of a list item: those of quotations, and its own. */
const ITEM = /^(?:[ \t]*>)*[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+/;
const FENCE = /^(?:[ \t]*>)*[ \t]*(?:[-*+][ \t]+)?(`{3,}|~{3,})/;
const CODE = /^(?: {4}|\t)/;

/** The notes with every box unticked. Boxes in code stay as they are. */
export function openBoxes(notes: string): string {
  if (!/\[x\]/i.test(notes)) return notes;
  let fence = '';
  // Four blanks before a line mark code too, but not within a list.
  let isInList = false;
  let isAfterBlank = true;
  const lines = notes.split('\n').map((line) => {
    const [, mark = ''] = FENCE.exec(line) ?? [];
    if (fence !== '') {
      if (mark.startsWith(fence)) fence = '';
      return line;
    }
    fence = mark;
    const [item = ''] = ITEM.exec(line) ?? [];
    if (item !== '') isInList ||= !CODE.test(line);
    else if (isAfterBlank && /^\S/.test(line)) isInList = false;
    isAfterBlank = line.trim() === '';
    if (!isInList || item === '') return line;
    return item + line.slice(item.length).replace(/^\[[xX]\](?=\s)/, '[ ]');
  });
  return lines.join('\n');
}
