import { use, type ReactNode } from 'react';
import { Button } from '#src/web/ui/button.tsx';
import { cx } from '#src/web/ui/class-names.ts';
import empty from './empty-state.module.css';
import { FrameContext } from '#src/web/ui/frame-context.ts';
import styles from './trouble.module.css';

interface TroubleProps {
  readonly title: string;
  readonly text: string;
  readonly retryLabel?: string;
  readonly onRetry: () => void;
  /** Another button. */
  readonly children?: ReactNode;
}

/**
 * Replaces a page that cannot be shown, with a next step. It looks like an empty state, but without an icon
 * of the library: the landing page loads this file, and should not load the library.
 */
export function Trouble({ title, text, retryLabel = 'Try again', onRetry, children }: TroubleProps) {
  const Landmark = use(FrameContext) ? 'div' : 'main';
  return (
    <Landmark>
      <div role="alert" className={empty['empty']}>
        <span className={cx(empty['icon'], styles['mark'])} aria-hidden>
          !
        </span>
        <h1 className={empty['title']} tabIndex={-1}>
          {title}
        </h1>
        <p className={empty['text']}>{text}</p>
        <div className={empty['action']}>
          <Button look="primary" onClick={onRetry}>
            {retryLabel}
          </Button>
          {children}
        </div>
      </div>
    </Landmark>
  );
}

/** Replaces a part of the screen; the page around it stays usable. `what`: its name, to begin a sentence. */
export function PartTrouble({ what, onRetry }: { readonly what: string; readonly onRetry: () => void }) {
  return (
    <div role="alert" className={styles['part']}>
      <p>{what} could not be shown.</p>
      <Button size="small" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
