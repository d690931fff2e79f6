import { useLocation } from '#src/web/addresses/location.ts';
import { useRejections, useSyncStatus } from '#src/web/data/rows.ts';
import { links } from '#src/web/addresses/links.ts';
import { Banner } from '#src/web/ui/page/banner.tsx';
import { ButtonLink } from '#src/web/ui/button.tsx';
import { LoadBanner } from './load-banner.tsx';
import { BETWEEN_TEXTS } from './sync-explanation.ts';
import { SignInLink } from './sign-in-link.tsx';
import { StorageBanner } from './storage-banner.tsx';
import { attentionText, SET_BACK_TEXT, waitingPlaceText } from './sync-texts.ts';
import { BackLink } from '#src/web/ui/back-link.tsx';
import { useBetween, useBetweenWatch } from './use-between.ts';
import { UpdateBanner } from './update-banner.tsx';

/**
 * Banners for problems of storing and syncing, for loading, and for rejected changes. The app stays usable
 * beneath.
 */
export function Banners() {
  return (
    <>
      <StorageBanner />
      <SyncBanner />
      <UpdateBanner />
      <LoadBanner />
      <AttentionBanner />
    </>
  );
}

function SyncBanner() {
  const status = useSyncStatus();
  useBetweenWatch();
  const waiting = waitingPlaceText(status);
  switch (status.connection) {
    case 'connecting':
    case 'online':
    case 'upgrade':
      return null;
    case 'offline':
      return <BetweenBanner waiting={waiting} />;
    case 'signed-out':
      return (
        <Banner
          title="Sign in again to sync"
          text={
            waiting ??
            (status.storage === 'memory'
              ? 'Until then, Sunglow cannot save anything.'
              : 'You can keep working meanwhile.')
          }
        >
          <SignInLink />
        </Banner>
      );
    case 'other-user':
      return (
        <Banner
          title="This browser is signed in as someone else"
          text={waiting ?? 'Sign in again as yourself to sync.'}
        >
          <SignInLink />
        </Banner>
      );
  }
}

/** The obstacle that keeps the app offline although the device has a network. */
function BetweenBanner({ waiting }: { readonly waiting: string | null }) {
  const between = useBetween();
  if (!between) return null;
  const { title, text } = BETWEEN_TEXTS[between];
  return (
    <Banner title={title} text={`${text} ${waiting ?? 'You can keep working meanwhile.'}`}>
      {between === 'sign-in' && <BackLink />}
    </Banner>
  );
}

function AttentionBanner() {
  const rejections = useRejections();
  const count = rejections.length;
  const isSetBack = rejections.some(({ setBack }) => setBack);
  const { pathname } = useLocation();
  if (count === 0 || pathname === links.needsAttention) return null;
  return (
    <Banner
      title={attentionText(count)}
      text={
        isSetBack ? `${SET_BACK_TEXT} Send again what it lost.` : 'The server rejected some of your changes.'
      }
    >
      <ButtonLink size="small" to={links.needsAttention}>
        Review
      </ButtonLink>
    </Banner>
  );
}
