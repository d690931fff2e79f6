import { useEffect } from 'react';
import { hasOpenDialog, openDialog } from '#src/web/focus/dialogs.ts';

/** Imports a file that is dropped anywhere on the page (rule I1). Otherwise the browser would leave the app for it. */
export function useFileDrop(): void {
  useEffect(() => {
    // Some browsers count a dragged picture of the page as a file.
    let isOfPage = false;
    const begin = () => (isOfPage = true);
    const end = () => (isOfPage = false);
    const hasFiles = ({ dataTransfer }: DragEvent) =>
      !isOfPage && dataTransfer?.types.includes('Files') === true;
    const over = (event: DragEvent) => {
      if (hasFiles(event)) event.preventDefault();
    };
    const drop = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      const [file] = event.dataTransfer?.files ?? [];
      if (file && !hasOpenDialog()) openDialog({ kind: 'import', file, isDropped: true });
    };
    const events = [
      ['dragstart', begin],
      ['dragend', end],
      ['dragover', over],
      ['drop', drop],
    ] as const;
    for (const [name, listener] of events) window.addEventListener(name, listener);
    return () => {
      for (const [name, listener] of events) window.removeEventListener(name, listener);
    };
  }, []);
}
