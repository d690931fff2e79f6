import { Copy } from '#src/web/ui/icons/copy.ts';
import { Download } from '#src/web/ui/icons/download.ts';
import { useState } from 'react';
import { useUnloadPrompt } from '#src/web/platform/unload-prompt.ts';
import { Button } from '#src/web/ui/button.tsx';
import styles from './recovery-codes.module.css';

interface RecoveryCodesProps {
  readonly codes: readonly string[];
  readonly onDone: () => void;
}

/** The recovery codes, shown once: the server never sends them again. */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const [status, setStatus] = useState('');
  useUnloadPrompt(true);
  const text = `Recovery codes for Sunglow\n\n${codes.join('\n')}\n`;

  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setStatus('Copied'),
      () => setStatus('This browser does not let them be copied. Download them.'),
    );

  return (
    <div className={styles['panel']}>
      <h3 className={styles['title']} tabIndex={-1} ref={focusHeading}>
        Keep these recovery codes
      </h3>
      <p className={styles['about']}>
        Each code signs you in once without your app. They are not shown again.
      </p>
      <ol className={styles['codes']} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className={styles['actions']}>
        <Button onClick={() => void copy()}>
          <Copy size={16} aria-hidden />
          Copy
        </Button>
        <Button onClick={() => download(text)}>
          <Download size={16} aria-hidden />
          Download
        </Button>
        <Button look="primary" onClick={onDone}>
          I have kept them
        </Button>
        <output className={styles['said']}>{status}</output>
      </div>
    </div>
  );
}

function focusHeading(heading: HTMLHeadingElement | null): void {
  heading?.focus();
}

function download(text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = 'sunglow-recovery-codes.txt';
  link.click();
  URL.revokeObjectURL(url);
}
