import type { AddedToken } from '#src/domain/identity/access-token.ts';
import { useUnloadPrompt } from '#src/web/platform/unload-prompt.ts';
import { copyText } from '#src/web/tasks/copy-text.ts';
import { Button } from '#src/web/ui/button.tsx';
import { Copy } from '#src/web/ui/icons/copy.ts';
import styles from './access.module.css';

interface NewTokenTextProps {
  readonly token: AddedToken;
  readonly onDone: () => void;
}

/** The text of a new token, shown once: the server never sends it again. */
export function NewTokenText({ token: { name, text }, onDone }: NewTokenTextProps) {
  useUnloadPrompt(true);
  return (
    <div className={styles['form']}>
      <h3 className={styles['title']} tabIndex={-1} ref={(heading) => heading?.focus()}>
        Keep this token
      </h3>
      <p className={styles['about']}>
        Give it to <bdi>{name}</bdi> now. It is not shown again.
      </p>
      <p className={styles['text']}>
        <code aria-label="Token">{text}</code>
      </p>
      <div className={styles['actions']}>
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
