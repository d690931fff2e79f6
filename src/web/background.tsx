import { useAccountEnd } from '#src/web/account/account-end.ts';
import { useFreshUser } from '#src/web/account/fresh-user.ts';
import { watchLeftSession } from '#src/web/account/left-session.ts';
import { useStandingFilters } from '#src/web/features/collections/filters/standing-filters.ts';
import { useOtherUsersEnd } from '#src/web/account/other-users.ts';

watchLeftSession();

/** What the app does behind the screen besides syncing: it asks the server about the user, and clears up after others. */
export function Background() {
  useFreshUser();
  useAccountEnd();
  useOtherUsersEnd();
  useStandingFilters();
  return null;
}
