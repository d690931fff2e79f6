import { useEffect } from 'react';
import { links } from '#src/web/addresses/links.ts';
import { useLocation } from '#src/web/addresses/location.ts';
import { Navigate } from '#src/web/addresses/router.tsx';
import { forgetLinking, isBackFromLinking } from '#src/web/account/providers.ts';
import { FeedsSection } from '#src/web/features/account/access/feeds-section.tsx';
import { TokensSection } from '#src/web/features/account/access/tokens-section.tsx';
import { WebhooksSection } from '#src/web/features/account/access/webhooks-section.tsx';
import { useSession } from '#src/web/platform/session.ts';
import { AccountLayout } from './account-layout.tsx';
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

/** The fragments of links from the time when the account was one page. */
const PARTS: Readonly<Record<string, string>> = {
  '#preferences': links.preferences,
  '#reminders': links.reminders,
  '#security': links.security,
  '#data': links.yourData,
};

/** The profile. A user who comes back from linking a provider goes on to the sign-in methods. */
export function AccountPage() {
  const { user } = useSession();
  const { search, hash } = useLocation();
  const isBack = isBackFromLinking() || new URLSearchParams(search).has('error');
  const part = isBack ? links.security + search : PARTS[hash];
  if (part !== undefined) return <Navigate to={part} replace />;
  if (!user) return null;
  return (
    <AccountLayout page="account">
      <ProfileSection user={user} />
      <SignOutSection />
      <DeleteSection user={user} />
    </AccountLayout>
  );
}

export function PreferencesPage() {
  return (
    <AccountLayout page="preferences">
      <PreferencesSection />
    </AccountLayout>
  );
}

export function RemindersPage() {
  return (
    <AccountLayout page="reminders">
      <RemindersSection />
    </AccountLayout>
  );
}

/** Independent sections: each loads its own data, and shows even if another one fails. */
export function SecurityPage() {
  const { user } = useSession();
  useEffect(forgetLinking, []);
  if (!user) return null;
  return (
    <AccountLayout page="security">
      <PasswordSection user={user} />
      <PhoneSection />
      <PasskeysSection />
      <SignInMethodsSection />
      <TwoFactorSection />
      <DevicesSection />
    </AccountLayout>
  );
}

export function AccessPage() {
  return (
    <AccountLayout page="access">
      <TokensSection />
      <FeedsSection />
      <WebhooksSection />
    </AccountLayout>
  );
}

export function YourDataPage() {
  return (
    <AccountLayout page="yourData">
      <DataSection />
    </AccountLayout>
  );
}
