import type { ListedToken, TokenScope } from '#src/domain/identity/access-token.ts';
import { revokeToken } from '#src/web/account/access-client.ts';
import { useAttempt } from '#src/web/account/attempt.ts';
import { useReplica } from '#src/web/data/replica-context.ts';
import { useMoment } from '#src/web/data/use-moment.ts';
import { notifySuccess } from '#src/web/feedback/notifications.ts';
import { AccountProblem } from '#src/web/features/account/account-problem.tsx';
import { AccountRow } from '#src/web/features/account/account-row.tsx';
import { ask } from '#src/web/focus/dialogs.ts';
import { Button } from '#src/web/ui/button.tsx';
import hidden from '#src/web/ui/hidden.module.css';

export const SCOPES = {
  read: { name: 'Read', about: 'Reads your tasks.' },
  propose: { name: 'Propose', about: 'Reads your tasks.' },
  write: { name: 'Write', about: 'Reads and changes your tasks.' },
} satisfies Record<TokenScope, { name: string; about: string }>;

interface TokenRowProps {
  readonly token: ListedToken;
  /** Ms since 1970 UTC. */
  readonly now: number;
  readonly onChanged: () => void;
}

/** A token with its use, and the button that revokes it. */
export function TokenRow({ token, now, onChanged }: TokenRowProps) {
  const { id, name, scope, collections, expiresAt, usedAt, usedFrom } = token;
  const { problem, isBusy, attempt } = useAttempt();
  const replica = useReplica();
  const write = useMoment();
  const names = collections?.flatMap((each) => replica.get('collection', each)?.name ?? []);
  const facts = [
    SCOPES[scope].name,
    names && (names.length === 0 ? 'deleted collections' : new Intl.ListFormat('en').format(names)),
    expiresAt !== null && `${expiresAt > now ? 'expires' : 'expired'} ${write(expiresAt)}`,
    usedAt === null
      ? 'never used'
      : `last used ${write(usedAt)}${usedFrom === null ? '' : ` from ${usedFrom}`}`,
  ].filter((fact) => typeof fact === 'string');
  const revoke = () =>
    attempt(async () => {
      await revokeToken(id);
      notifySuccess('Token revoked');
      onChanged();
    });
  return (
    <AccountRow
      label={<bdi>{name}</bdi>}
      value={facts.join(' · ')}
      problem={<AccountProblem problem={problem} />}
    >
      <Button
        size="small"
        data-control="revoke"
        isBusy={isBusy}
        onClick={() =>
          ask({
            title: 'Revoke this token?',
            description: `Programs that use “${name}” stop within a second. This cannot be undone.`,
            confirm: 'Revoke',
            onConfirm: () => void revoke(),
          })
        }
      >
        Revoke<span className={hidden['hidden']}> {name}</span>
      </Button>
    </AccountRow>
  );
}
