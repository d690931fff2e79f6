import { useLocation } from '#src/web/addresses/location.ts';
import type { Provider } from '#src/domain/identity/sign-in-methods.ts';
import { useAttempt } from '#src/web/account/attempt.ts';
import { leaveToSignIn } from '#src/web/account/providers.ts';
import { isRecord } from '#src/domain/is-record.ts';
import { Button } from '#src/web/ui/button.tsx';
import { Problem } from '#src/web/ui/page/problem.tsx';
import { cx } from '#src/web/ui/class-names.ts';
import hidden from '#src/web/ui/hidden.module.css';
import { ProviderMark } from '#src/web/ui/provider-mark.tsx';
import styles from './provider-buttons.module.css';

/** With more providers, two share a row, with their names alone. */
const FEW = 2;

export function ProviderButtons({ providers }: { readonly providers: readonly Provider[] }) {
  const { state } = useLocation();
  const { problem, isBusy, attempt } = useAttempt();
  const areMany = providers.length > FEW;

  const leave = (id: string) =>
    attempt(() => leaveToSignIn(id, isRecord(state) ? state['origin'] : undefined));

  return (
    <>
      <div className={cx(styles['providers'], areMany && styles['many'])}>
        {providers.map(({ id, name }) => (
          <Button key={id} size="large" isBusy={isBusy} onClick={() => void leave(id)}>
            <ProviderMark id={id} />
            <span className={styles['name']}>
              <span className={cx(areMany && hidden['hidden'])}>Continue with </span>
              {name}
            </span>
          </Button>
        ))}
      </div>
      <Problem>{problem?.message}</Problem>
    </>
  );
}
