import { useLocation, useNavigate } from '#src/web/addresses/location.ts';
import { LINK_PURPOSES, type LinkPurpose } from '#src/domain/identity/mail-link.ts';
import { rememberOrigin } from '#src/web/account/remembered-origin.ts';
import { isRecord } from '#src/domain/is-record.ts';
import { useStillThere } from './still-there.ts';
import { authLinks } from './auth-links.ts';

/** The state of the page about the mail, in the history. */
export interface Mailed {
  readonly purpose: LinkPurpose;
  readonly email: string;
  /** Present for a sign-up. */
  readonly name?: string;
}

/**
 * Goes to the page about the mail. Remembers the page that the user wanted, also for the tab of the mailed
 * link. A user who has gone to another page meanwhile stays there, with the typed text.
 */
export function useCheckMail() {
  const navigate = useNavigate();
  const { state } = useLocation();
  const isStillThere = useStillThere();
  return (mailed: Mailed) => {
    if (!isStillThere()) return;
    if (isRecord(state)) rememberOrigin(state['origin']);
    navigate(authLinks.checkMail, { state: { ...(isRecord(state) ? state : {}), ...mailed } });
  };
}

/** The state of that page; null if the user typed its address. */
export function useMailed(): Mailed | null {
  const { state } = useLocation();
  if (!isRecord(state)) return null;
  const { email, name } = state;
  const purpose = LINK_PURPOSES.find((each) => each === state['purpose']);
  if (!purpose || typeof email !== 'string') return null;
  return typeof name === 'string' ? { purpose, email, name } : { purpose, email };
}
