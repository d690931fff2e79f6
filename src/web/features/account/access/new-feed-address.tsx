import { useUnloadPrompt } from '#src/web/platform/unload-prompt.ts';
import { copyText } from '#src/web/tasks/copy-text.ts';
import { Button } from '#src/web/ui/button.tsx';
import { CalendarDays } from '#src/web/ui/icons/calendar-days.ts';
import { Copy } from '#src/web/ui/icons/copy.ts';
import styles from './access.module.css';

interface NewFeedAddressProps {
  readonly address: string;
  readonly onDone: () => void;
}

/** The address of a new feed, shown once: the server keeps its hash alone. */
export function NewFeedAddress({ address, onDone }: NewFeedAddressProps) {
  useUnloadPrompt(true);
  return (
    <div className={styles['form']}>
      <h3 className={styles['title']} tabIndex={-1} ref={(heading) => heading?.focus()}>
        Subscribe to this address
      </h3>
      <p className={styles['about']}>Give it to your calendar now. It is not shown again.</p>
      <p className={styles['text']}>
        <code aria-label="Address">{address}</code>
      </p>
      <div className={styles['actions']}>
        <a className={styles['link']} href={address.replace(/^https?:/, 'webcal:')}>
          <CalendarDays size={16} aria-hidden />
          Open in a calendar
        </a>
        <Button size="small" onClick={() => void copyText(address)}>
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
