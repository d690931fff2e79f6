import { Sunrise } from '#src/web/ui/icons/sunrise.ts';
import { COLORS } from '#src/domain/colors.ts';
import { Avatar } from '#src/web/ui/avatar.tsx';
import { Banner } from '#src/web/ui/page/banner.tsx';
import { Button } from '#src/web/ui/button.tsx';
import { ColorDot } from '#src/web/ui/color-dot.tsx';
import { EmptyState } from '#src/web/ui/page/empty-state.tsx';
import { Loading } from '#src/web/ui/page/loading.tsx';
import { Logo } from '#src/web/ui/logo.tsx';
import { Trouble } from '#src/web/ui/page/trouble.tsx';
import { Part } from './part.tsx';

const USER = { id: 'ada', name: 'Ada Lovelace', email: 'ada@example.com' };

export function MessageParts() {
  return (
    <>
      <Part name="Avatar: initials, photo, and one that cannot be loaded">
        {[null, '/favicon.svg', '/no-such-photo.jpg'].map((image) => (
          <Avatar key={image} user={{ ...USER, image }} />
        ))}
      </Part>
      <Part name="Logo">
        <Logo />
        <Logo size={48} />
      </Part>
      <Part name="ColorDot">
        {COLORS.map(({ hex }) => (
          <ColorDot key={hex} color={hex} />
        ))}
      </Part>
      <Part name="Banner">
        <Banner title="Sign in again to sync" text="Your changes are safe on this device.">
          <Button size="small">Sign in again</Button>
        </Banner>
        <Banner title="There is a new version of Sunglow" text="Reload when you like." calm>
          <Button size="small">Reload</Button>
        </Banner>
        <Banner title="Without more words">
          <Button size="small">Reload</Button>
        </Banner>
      </Part>
      <Part name="EmptyState">
        <EmptyState icon={Sunrise} title="A fresh start" text="There are no tasks here yet.">
          <Button look="primary">New collection</Button>
        </EmptyState>
      </Part>
      <Part name="Trouble">
        <Trouble title="Something went wrong" text="This could not be shown." onRetry={() => {}} />
      </Part>
      <Part name="Loading">
        <Loading />
      </Part>
    </>
  );
}
