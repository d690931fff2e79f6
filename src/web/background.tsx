import { createPortal } from 'react-dom';
import { useFileDrop } from '#src/web/features/account/data/use-file-drop.ts';
import { Banners } from '#src/web/features/layout/banners.tsx';
import { useRejectionNotices } from '#src/web/features/layout/rejection-notices.ts';
import { useAccountEnd } from '#src/web/account/account-end.ts';
import { useFreshUser } from '#src/web/account/fresh-user.ts';
import { watchLeftSession } from '#src/web/account/left-session.ts';
import { useRemindersHere } from '#src/web/account/reminders-here.ts';
import { useStandingFilters } from '#src/web/data/standing-filters.ts';
import { useOtherUsersEnd } from '#src/web/account/other-users.ts';
import { TravelBanner } from '#src/web/tasks/travel/travel-banner.tsx';

watchLeftSession();

/**
 * The app's background work besides syncing: it asks the server for the user, removes other users' data,
 * runs reminders, and takes dropped files.
 */
export function Background() {
  useFreshUser();
  useAccountEnd();
  useOtherUsersEnd();
  useRemindersHere();
  useStandingFilters();
  useRejectionNotices();
  useFileDrop();
  const place = document.querySelector('[data-banners]');
  if (!place) return null;
  return createPortal(
    <>
      <Banners />
      <TravelBanner />
    </>,
    place,
  );
}
