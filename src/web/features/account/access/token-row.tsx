import type { ListedToken, TokenScope } from '#src/domain/identity/access-token.ts';
import { revokeToken } from '#src/web/account/access-client.ts';
import { useReplica } from '#src/web/data/replica-context.ts';
import { useMoment } from '#src/web/data/use-moment.ts';
import { RevocableRow } from './revocable-row.tsx';

export const SCOPES = {
  read: { name: 'Read', about: 'Reads your tasks.' },
  propose: { name: 'Propose', about: 'Reads your tasks, and proposes changes that you accept or decline.' },
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
  return (
    <RevocableRow
      kind="token"
      name={name}
      value={facts.join(' · ')}
      effect={`Programs that use “${name}” stop within a second.`}
      revoke={() => revokeToken(id)}
      onRevoked={onChanged}
    />
  );
}
