import { useLocation, useNavigate } from 'react-router';
import { LINK_PURPOSES, type LinkPurpose } from '#src/domain/mail-link.ts';
import { rememberOrigin } from '#src/web/account/remembered-origin.ts';
import { isRecord } from '#src/domain/is-record.ts';
import { useStillThere } from './still-there.ts';
import { authLinks } from './auth-links.ts';

/** What the page that says to look into the mail knows, as the state of its place in the history. */
export interface Mailed {
  readonly purpose: LinkPurpose;
  readonly email: string;
  /** The name is there when the user signs up. */
  readonly name?: string;
}

/**
 * Goes to the page that says to look into the mail; where the user wanted to go is remembered, also for the tab that the link in
 * it opens. Whoever has gone on to another page meanwhile stays there, with what they have typed.
 */
export function useCheckMail() {
  const navigate = useNavigate();
  const { state } = useLocation();
  const isStillThere = useStillThere();
  return async (mailed: Mailed) => {
    if (!isStillThere()) return;
    if (isRecord(state)) rememberOrigin(state['origin']);
    await navigate(authLinks.checkMail, { state: { ...(isRecord(state) ? state : {}), ...mailed } });
  };
}

/** What that page was told; null when somebody typed its address. */
export function useMailed(): Mailed | null {
  const { state } = useLocation();
  if (!isRecord(state)) return null;
  const { email, name } = state;
  const purpose = LINK_PURPOSES.find((each) => each === state['purpose']);
  if (!purpose || typeof email !== 'string') return null;
  return typeof name === 'string' ? { purpose, email, name } : { purpose, email };
}
