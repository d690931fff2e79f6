import type { ReactNode } from 'react';
import { useAttempt } from '#src/web/account/attempt.ts';
import { notifySuccess } from '#src/web/feedback/notifications.ts';
import { AccountProblem } from '#src/web/features/account/account-problem.tsx';
import { AccountRow } from '#src/web/features/account/account-row.tsx';
import { ask } from '#src/web/focus/dialogs.ts';
import { Button } from '#src/web/ui/button.tsx';
import hidden from '#src/web/ui/hidden.module.css';

interface RevocableRowProps {
  /** Its kind, as in “Revoke this token?”. */
  readonly kind: string;
  readonly name: string;
  readonly value: ReactNode;
  /** The effect of revoking it, in a sentence. */
  readonly effect: string;
  readonly revoke: () => Promise<void>;
  readonly onRevoked: () => void;
  /** Buttons before that one. */
  readonly children?: ReactNode;
}

/** An access that the user gave to a program, and the button that revokes it. */
export function RevocableRow(props: RevocableRowProps) {
  const { kind, name, value, effect, revoke, onRevoked, children } = props;
  const { problem, isBusy, attempt } = useAttempt();
  const onConfirm = () =>
    void attempt(async () => {
      await revoke();
      notifySuccess(`${kind[0]?.toUpperCase()}${kind.slice(1)} revoked`);
      onRevoked();
    });
  return (
    <AccountRow label={<bdi>{name}</bdi>} value={value} problem={<AccountProblem problem={problem} />}>
      {children}
      <Button
        size="small"
        data-control="revoke"
        isBusy={isBusy}
        onClick={() =>
          ask({
            title: `Revoke this ${kind}?`,
            description: `${effect} This cannot be undone.`,
            confirm: 'Revoke',
            onConfirm,
          })
        }
      >
        Revoke<span className={hidden['hidden']}> {name}</span>
      </Button>
    </AccountRow>
  );
}
