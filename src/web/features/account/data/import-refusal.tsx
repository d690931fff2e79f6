import { useRef } from 'react';
import { Button } from '#src/web/ui/button.tsx';
import { focusOn } from '#src/web/focus/focus.ts';
import { FileQuestion } from '#src/web/ui/icons/file-question.ts';
import { DialogActions } from '#src/web/ui/overlays/dialog.tsx';
import styles from './import-dialog.module.css';

interface ImportRefusalProps {
  readonly fileName: string;
  readonly reason: string;
  readonly onCancel: () => void;
  readonly onFile: (file: File) => void;
}

/** A file that is no list of tasks, with the reason. */
export function ImportRefusal({ fileName, reason, onCancel, onFile }: ImportRefusalProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <div className={styles['body']}>
        <h3 ref={focusOn} tabIndex={-1} className={styles['heading']}>
          <FileQuestion size={20} className={styles['hung']} aria-hidden />
          This file is not a list of tasks
        </h3>
        <p className={styles['lead']} role="alert">
          <bdi className={styles['file']}>{fileName}</bdi>: {reason}
        </p>
      </div>
      <DialogActions>
        <Button onClick={onCancel}>Cancel</Button>
        <Button look="primary" onClick={() => input.current?.click()}>
          Choose another file
        </Button>
        <input
          ref={input}
          type="file"
          aria-label="File to import"
          hidden
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            if (file) onFile(file);
          }}
        />
      </DialogActions>
    </>
  );
}
