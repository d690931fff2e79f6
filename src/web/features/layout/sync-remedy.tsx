import { useReplica } from '#src/web/data/replica-context.ts';
import { Button } from '#src/web/ui/button.tsx';
import { BackLink } from '#src/web/ui/back-link.tsx';
import { useBetween } from './use-between.ts';
import { ReloadButton } from './reload-button.tsx';
import { SignInLink } from './sign-in-link.tsx';
import type { SyncState } from './sync-state.ts';

/** The next step for the user, if there is one. */
export function SyncRemedy({ state }: { readonly state: SyncState }) {
  const replica = useReplica();
  const between = useBetween();
  switch (state) {
    case 'offline':
      return (
        <>
          {between === 'sign-in' && <BackLink />}
          <Button size="small" onClick={() => replica.reconnect()}>
            Try now
          </Button>
        </>
      );
    case 'signed-out':
    case 'other-user':
      return <SignInLink />;
    case 'upgrade':
      return <ReloadButton look="primary" />;
    case 'failing':
    case 'memory':
    case 'waiting':
    case 'loading':
    case 'saved':
      return null;
  }
}
