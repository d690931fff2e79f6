import { useSession } from '#src/web/platform/session.ts';
import { Page } from '#src/web/ui/page/page.tsx';
import styles from './account-page.module.css';
import { DataSection } from '#src/web/features/account/data/data-section.tsx';
import { DeleteSection } from './delete-section.tsx';
import { DevicesSection } from '#src/web/features/account/sign-in/devices-section.tsx';
import { SignOutSection } from '#src/web/features/account/sign-in/sign-out-section.tsx';
import { PasskeysSection } from '#src/web/features/account/sign-in/passkeys-section.tsx';
import { PasswordSection } from '#src/web/features/account/sign-in/password-section.tsx';
import { PhoneSection } from '#src/web/features/account/sign-in/phone-section.tsx';
import { PreferencesSection } from './preferences-section.tsx';
import { ProfileSection } from './profile-section.tsx';
import { RemindersSection } from '#src/web/features/account/reminders/reminders-section.tsx';
import { SignInMethodsSection } from '#src/web/features/account/sign-in/sign-in-methods-section.tsx';
import { TwoFactorSection } from '#src/web/features/account/sign-in/two-factor-section.tsx';

/** Independent sections: each loads its own data, and shows even if another one fails. */
export function AccountPage() {
  const { user } = useSession();
  if (!user) return null;
  return (
    <Page title="Account">
      <div className={styles['sections']}>
        <ProfileSection user={user} />
        <PreferencesSection />
        <RemindersSection />
        <PasswordSection user={user} />
        <PhoneSection />
        <PasskeysSection />
        <SignInMethodsSection />
        <TwoFactorSection />
        <DevicesSection />
        <DataSection />
        <SignOutSection />
        <DeleteSection user={user} />
      </div>
    </Page>
  );
}
