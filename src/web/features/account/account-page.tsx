import { useSession } from '#src/web/hooks/session.ts';
import { Page } from '#src/web/ui/page.tsx';
import styles from './account-page.module.css';
import { Appearance } from './appearance.tsx';
import { DataSection } from './data-section.tsx';
import { DeleteSection } from './delete-section.tsx';
import { DevicesSection } from './devices-section.tsx';
import { LogOutSection } from './log-out-section.tsx';
import { PasskeysSection } from './passkeys-section.tsx';
import { PasswordSection } from './password-section.tsx';
import { PhoneSection } from './phone-section.tsx';
import { ProfileSection } from './profile-section.tsx';
import { SignInMethodsSection } from './sign-in-methods-section.tsx';
import { TwoFactorSection } from './two-factor-section.tsx';

/** Sections that know nothing of each other: each loads what it shows, and stands when another one cannot. */
export function AccountPage() {
  const { user } = useSession();
  if (!user) return null;
  return (
    <Page title="Account">
      <div className={styles['sections']}>
        <ProfileSection user={user} />
        <PasswordSection user={user} />
        <PhoneSection />
        <PasskeysSection />
        <SignInMethodsSection />
        <TwoFactorSection />
        <DevicesSection />
        <Appearance />
        <DataSection />
        <LogOutSection />
        <DeleteSection user={user} />
      </div>
    </Page>
  );
}
