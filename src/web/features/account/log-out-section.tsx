import { LogOut } from 'lucide-react';
import { Button } from '#src/web/ui/button.tsx';
import { AccountRow } from './account-row.tsx';
import { AccountSection } from './account-section.tsx';
import { useLogOut } from './use-log-out.ts';

export function LogOutSection() {
  const { isLeaving, logOut } = useLogOut();
  return (
    <AccountSection title="This device">
      <AccountRow
        label="Log out"
        value="Logging out removes your tasks from this device. They stay on the server."
      >
        <Button size="small" onClick={logOut} isBusy={isLeaving}>
          <LogOut size={16} aria-hidden />
          Log out
        </Button>
      </AccountRow>
    </AccountSection>
  );
}
