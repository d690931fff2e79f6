import { createPortal } from 'react-dom';
import { useUnfinishedImport } from '#src/web/features/account/data/use-unfinished-import.ts';
import { useFileDrop } from '#src/web/features/account/data/use-file-drop.ts';
import { Banners } from '#src/web/features/layout/banners.tsx';
import { useRejectionNotices } from '#src/web/features/layout/rejection-notices.ts';
import { useAccountEnd } from '#src/web/account/account-end.ts';
import { useFreshUser } from '#src/web/account/fresh-user.ts';
import { watchLeftSession } from '#src/web/account/left-session.ts';
import { useRemindersHere } from '#src/web/account/reminders-here.ts';
import { useStandingFilters } from '#src/web/data/standing-filters.ts';
import { useOtherUsersEnd } from '#src/web/account/other-users.ts';
import { chunk } from '#src/web/feedback/chunk.tsx';
import { TravelBanner } from '#src/web/tasks/travel/travel-banner.tsx';

const GoingImportBanner = chunk(
  () => import('#src/web/features/account/data/going-import-banner.tsx'),
).patientPart((module) => module.GoingImportBanner);

watchLeftSession();

/**
 * The app's background work besides syncing: it asks the server for the user, removes other users' data,
 * runs reminders, takes dropped files, and goes on with an import.
 */
export function Background() {
  useFreshUser();
  useAccountEnd();
  useOtherUsersEnd();
  useRemindersHere();
  useStandingFilters();
  useRejectionNotices();
  useFileDrop();
  const unfinished = useUnfinishedImport();
  const place = document.querySelector('[data-banners]');
  if (!place) return null;
  return createPortal(
    <>
      <Banners />
      {unfinished && <GoingImportBanner found={unfinished} />}
      <TravelBanner />
    </>,
    place,
  );
}
