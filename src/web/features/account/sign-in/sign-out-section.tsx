import { LogOut } from '#src/web/ui/icons/log-out.ts';
import { askToRemove, useWaitingOfOthers } from '#src/web/account/other-users.ts';
import { useReplica } from '#src/web/data/replica-context.ts';
import { Button } from '#src/web/ui/button.tsx';
import { AccountRow } from '#src/web/features/account/account-row.tsx';
import { AccountSection } from '#src/web/features/account/account-section.tsx';
import { formatCount } from '#src/web/platform/format-count.ts';
import { useSignOut } from './use-sign-out.ts';

export function SignOutSection() {
  const { isLeaving, signOut } = useSignOut();
  const { userId } = useReplica();
  const waiting = useWaitingOfOthers();
  return (
    <AccountSection title="This device">
      <AccountRow
        label="Sign out"
        value="Signing out removes your tasks from this device. They stay on the server."
      >
        <Button size="small" onClick={signOut} isBusy={isLeaving}>
          <LogOut size={16} aria-hidden />
          Sign out
        </Button>
      </AccountRow>
      {waiting > 0 && (
        <AccountRow
          label="Changes of another account"
          value={`${formatCount(waiting)} not on the server yet. That account sends ${waiting === 1 ? 'it' : 'them'} when it signs in here again.`}
        >
          <Button size="small" onClick={() => askToRemove(userId, waiting)}>
            Remove
          </Button>
        </AccountRow>
      )}
    </AccountSection>
  );
}
