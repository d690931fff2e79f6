import { useState } from 'react';
import { useLocation } from 'react-router';
import type { Provider } from '#src/domain/ways.ts';
import { leaveToSignIn } from '#src/web/hooks/providers.ts';
import { isRecord } from '#src/web/hooks/session.ts';
import { Button } from '#src/web/ui/button.tsx';
import { Problem } from '#src/web/ui/problem.tsx';
import { cx } from '#src/web/ui/class-names.ts';
import hidden from '#src/web/ui/hidden.module.css';
import { ProviderMark } from '#src/web/ui/provider-mark.tsx';
import styles from './provider-buttons.module.css';
import { useAttempt } from './use-attempt.ts';

/** More than these stand two in a row, by their names alone. */
const FEW = 2;

export function ProviderButtons({ providers }: { readonly providers: readonly Provider[] }) {
  const { state } = useLocation();
  const [isLeaving, setLeaving] = useState(false);
  const { problem, attempt } = useAttempt();
  const areMany = providers.length > FEW;

  const leave = (id: string) => {
    setLeaving(true);
    // Not longer: whoever comes back by the browser's own button finds the page as it was left.
    void attempt(() => leaveToSignIn(id, isRecord(state) ? state['origin'] : undefined)).finally(() =>
      setLeaving(false),
    );
  };

  return (
    <>
      <div className={cx(styles['providers'], areMany && styles['many'])}>
        {providers.map(({ id, name }) => (
          <Button key={id} size="large" disabled={isLeaving} onClick={() => leave(id)}>
            <ProviderMark id={id} />
            <span className={styles['name']}>
              <span className={cx(areMany && hidden['hidden'])}>Continue with </span>
              {name}
            </span>
          </Button>
        ))}
      </div>
      <Problem>{problem}</Problem>
    </>
  );
}
