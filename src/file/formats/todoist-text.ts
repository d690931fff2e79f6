import { isRecord } from '#src/domain/is-record.ts';
import { linkTo } from '#src/file/source/link.ts';

/** Labels are words after an `@`. One inside an address or a link belongs to it. */
export function labelsInText(content: string): { readonly name: string; readonly labels: readonly string[] } {
  const labels: string[] = [];
  const name = content
    .replaceAll(/(^|\s)@(\S+)/g, (_, before: string, label: string) => {
      labels.push(label);
      return before;
    })
    .replaceAll(/[^\S\n]{2,}/g, ' ')
    .trim();
  // Without a word beside its labels, the text is the name.
  return name === '' ? { name: content, labels: [] } : { name, labels };
}

/** Splits a note ` [[file {…}]]` into its text and a link to the file. */
export function attachmentLink(content: string): { readonly text: string; readonly file: string | null } {
  const match = /\[\[file (\{.*\})\]\]/s.exec(content);
  if (!match) return { text: content.trim(), file: null };
  const file = linkOf(match[1] ?? '');
  return { text: content.replace(match[0], file === null ? match[0] : '').trim(), file };
}

function linkOf(json: string): string | null {
  try {
    const file: unknown = JSON.parse(json);
    return isRecord(file) ? linkTo(file['file_name'], file['file_url']) : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
