import { LogOut } from 'lucide-react';
import { askToRemove, useWaitingOfOthers } from '#src/web/hooks/other-users.ts';
import { useReplica } from '#src/web/hooks/replica-context.ts';
import { Button } from '#src/web/ui/button.tsx';
import { AccountRow } from './account-row.tsx';
import { AccountSection } from './account-section.tsx';
import { useLogOut } from './use-log-out.ts';

export function LogOutSection() {
  const { isLeaving, logOut } = useLogOut();
  const { userId } = useReplica();
  const waiting = useWaitingOfOthers();
  return (
    <AccountSection title="This device">
      <AccountRow
        label="Sign out"
        value="Signing out removes your tasks from this device. They stay on the server."
      >
        <Button size="small" onClick={logOut} isBusy={isLeaving}>
          <LogOut size={16} aria-hidden />
          Sign out
        </Button>
      </AccountRow>
      {waiting > 0 && (
        <AccountRow
          label="Changes of another account"
          value={`${waiting.toLocaleString()} not on the server yet. That account sends ${waiting === 1 ? 'it' : 'them'} when it signs in here again.`}
        >
          <Button size="small" onClick={() => askToRemove(userId, waiting)}>
            Remove
          </Button>
        </AccountRow>
      )}
    </AccountSection>
  );
}
