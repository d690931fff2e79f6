import { useState, type ClipboardEvent } from 'react';
import { linesOf, type Line } from './lines.ts';

/** More than that is no name by any chance: it does not go into the field. */
const LONGEST = 2_000;

/** The lines of what was pasted into a field of one line, where they are several; null where not, or once they are dealt with. */
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
