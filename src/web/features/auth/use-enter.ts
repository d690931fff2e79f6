import { useLocation, useNavigate } from 'react-router';
import { useAttempt } from '#src/web/account/attempt.ts';
import { isRecord } from '#src/domain/is-record.ts';
import { session, type User } from '#src/web/platform/session.ts';
import { asksForSecondFactor } from '#src/web/account/two-factor.ts';
import { safeOrigin } from '#src/web/addresses/links.ts';
import { authLinks } from './auth-links.ts';

/**
 * `takeOrigin`: tells where the user wanted to go, on a page that the guard has not led to.
 *
 * Enters the app: runs `identify`, remembers on this device who it is, and goes where the guard had turned them back.
 * Resolves to null, `identify` has let nobody in yet, and says itself how it goes on; where a second factor is wanted, its
 * page comes next. `problem` is why the server says no. Whoever has gone on to another page meanwhile stays there.
 */
export function useEnter(takeOrigin?: () => unknown) {
  const navigate = useNavigate();
  const { pathname, state } = useLocation();
  const { problem, isBusy, attempt } = useAttempt();
  const known = isRecord(state) ? state : {};
  const originOf = () => (takeOrigin ? takeOrigin() : known['origin']);
  const enter = (identify: () => Promise<User | null>) =>
    attempt(async () => {
      const isStillHere = () => window.location.pathname === pathname;
      const user = await identify().catch(async (error: unknown) => {
        if (!asksForSecondFactor(error)) throw error;
        if (isStillHere())
          await navigate(authLinks.secondFactor, { state: { ...known, origin: originOf() } });
        return null;
      });
      if (!user) return;
      if (!isStillHere()) {
        // Whose data they have gone on with stay on the screen: the connection begins anew, and finds out who is in (W13).
        session.start(session.get().user ?? user);
        return;
      }
      session.start(user);
      await navigate(safeOrigin(originOf()), { replace: true });
    });
  return { problem, isBusy, enter };
}
