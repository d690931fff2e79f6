import type { ReactNode } from 'react';
import { useUnloadPrompt } from '#src/web/platform/unload-prompt.ts';
import { copyText } from '#src/web/tasks/copy-text.ts';
import { Button } from '#src/web/ui/button.tsx';
import { Copy } from '#src/web/ui/icons/copy.ts';
import styles from './access.module.css';

interface ShownOnceProps {
  readonly title: string;
  /** Who needs the text. */
  readonly about: ReactNode;
  /** The name of the text. */
  readonly label: string;
  readonly text: string;
  readonly onDone: () => void;
  /** Other ways to use the text. */
  readonly children?: ReactNode;
}

/** A secret text, shown once: the server never sends it again. */
export function ShownOnce({ title, about, label, text, onDone, children }: ShownOnceProps) {
  useUnloadPrompt(true);
  return (
    <div className={styles['form']}>
      <h3 className={styles['title']} tabIndex={-1} ref={(heading) => heading?.focus()}>
        {title}
      </h3>
      <p className={styles['about']}>{about} It is not shown again.</p>
      <p className={styles['text']}>
        <code aria-label={label}>{text}</code>
      </p>
      <div className={styles['actions']}>
        {children}
        <Button size="small" onClick={() => void copyText(text)}>
          <Copy size={16} aria-hidden />
          Copy
        </Button>
        <Button size="small" look="primary" onClick={onDone}>
          Done
        </Button>
      </div>
    </div>
  );
}
