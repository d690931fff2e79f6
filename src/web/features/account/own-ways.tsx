import { Fingerprint, KeyRound, Mail, MessageSquare, type LucideIcon } from 'lucide-react';
import type { Ways, WaysIn } from '#src/domain/ways.ts';
import { AccountRow } from './account-row.tsx';

interface Way {
  readonly icon: LucideIcon;
  readonly label: string;
  readonly value: string;
}

/** The ways in that need no other site, as list items. They are set up elsewhere on the page. */
export function OwnWays({ ways, waysIn }: { readonly ways: Ways; readonly waysIn: WaysIn }) {
  return listOf(ways, waysIn).map(({ icon: Icon, label, value }) => (
    <li key={label}>
      <AccountRow mark={<Icon size={18} aria-hidden />} label={label} value={value} />
    </li>
  ));
}

function listOf(ways: Ways, { password, email, phone, passkeys }: WaysIn): Way[] {
  const list: Way[] = [{ icon: KeyRound, label: 'Password', value: password ? 'Set' : 'Not set' }];
  if (ways.email) {
    const value = email === null ? 'Your email is not confirmed yet' : `Sent to ${email}`;
    list.push({ icon: Mail, label: 'Link by email', value });
  }
  if (ways.phone) {
    const value = phone === null ? 'No number' : `Sent to ${phone}`;
    list.push({ icon: MessageSquare, label: 'Code by text message', value });
  }
  if (ways.passkeys) {
    list.push({ icon: Fingerprint, label: 'Passkeys', value: passkeys === 0 ? 'None' : String(passkeys) });
  }
  return list;
}
