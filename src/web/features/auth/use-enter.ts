import { useLocation, useNavigate } from '#src/web/addresses/location.ts';
import { useAttempt } from '#src/web/account/attempt.ts';
import { isRecord } from '#src/domain/is-record.ts';
import { session, type User } from '#src/web/platform/session.ts';
import { asksForSecondFactor } from '#src/web/account/two-factor.ts';
import { safeOrigin } from '#src/web/addresses/links.ts';
import { authLinks } from './auth-links.ts';

/**
 * Signs in to the app: runs `identify`, stores the user on this device, and goes to the page from before the
 * guard. If `identify` resolves to null, nobody is signed in yet, and it handles the next step itself. A
 * needed second factor leads to its page. `problem` is the server's error. A user who has gone to another
 * page meanwhile stays there.
 *
 * `takeOrigin` returns the page that the user wanted, for pages without the guard's state.
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
        if (isStillHere()) navigate(authLinks.secondFactor, { state: { ...known, origin: originOf() } });
        return null;
      });
      if (!user) return;
      if (!isStillHere()) {
        // The earlier user's data stays on the screen. The connection starts again, and finds the new user
        // (W13).
        session.start(session.get().user ?? user);
        return;
      }
      session.start(user);
      navigate(safeOrigin(originOf()), { replace: true });
    });
  return { problem, isBusy, enter };
}
