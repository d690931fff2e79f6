import { useState, type ClipboardEvent } from 'react';
import { linesOf, type Line } from './lines.ts';

/** The longest text that is pasted into the field. Longer text cannot be a name. */
const LONGEST = 2_000;

/** The lines that were pasted into a field of one line. Null for a single line, and once the lines are added or dismissed. */
export function usePastedLines() {
  const [lines, setLines] = useState<readonly Line[] | null>(null);
  return {
    lines,
    onPaste: (event: ClipboardEvent) => {
      const text = event.clipboardData.getData('text/plain');
      const pasted = linesOf(text);
      if (pasted.length > 1 && text.length > LONGEST) event.preventDefault();
      setLines(pasted.length > 1 ? pasted : null);
    },
    forget: () => setLines(null),
  };
}
