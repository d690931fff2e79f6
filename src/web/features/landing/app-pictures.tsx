import { cx } from '#src/web/ui/class-names.ts';
import styles from './app-pictures.module.css';
import { PICTURE_SIZES } from './picture-sizes.ts';
import desktopDark from '#src/web/features/landing/pictures/desktop-dark.webp';
import desktopLight from '#src/web/features/landing/pictures/desktop-light.webp';
import phoneDark from '#src/web/features/landing/pictures/phone-dark.webp';
import phoneLight from '#src/web/features/landing/pictures/phone-light.webp';

/**
 * The running app, from `npm run screenshots`. A media query does not know a theme chosen by hand, so that
 * there is a picture for each theme. They load lazily, and a hidden one never loads.
 */
export function AppPictures() {
  return (
    <div className={styles['window']}>
      <AppPicture className={styles['light']} desktop={desktopLight} phone={phoneLight} />
      <AppPicture className={styles['dark']} desktop={desktopDark} phone={phoneDark} />
    </div>
  );
}

interface AppPictureProps {
  readonly className: string | undefined;
  readonly desktop: string;
  readonly phone: string;
}

/** The wide window, or the phone below 632 px (specification, section 9). */
function AppPicture({ className, desktop, phone }: AppPictureProps) {
  return (
    <picture className={cx(styles['picture'], className)}>
      <source media="(width >= 632px)" srcSet={desktop} {...PICTURE_SIZES.desktop} />
      <img
        loading="lazy"
        src={phone}
        {...PICTURE_SIZES.phone}
        alt="Sunglow, open on today's tasks: each has a circle to complete it, and its collection with a dot in the collection's color."
      />
    </picture>
  );
}
