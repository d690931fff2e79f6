import { useState } from 'react';
import type { User } from '#src/web/platform/session.ts';
import styles from './avatar.module.css';
import { initialsOf } from './initials.ts';

/** A user's photo, or their initials while it loads, after a failure, and without a photo. */
export function Avatar({ user }: { readonly user: User }) {
  const { name, image } = user;
  const [broken, setBroken] = useState<string | null>(null);
  return (
    <span className={styles['avatar']} data-initials={initialsOf(name)} aria-hidden>
      {image !== null && image !== broken && (
        // Other sites need not learn which page loads the photo.
        <img
          src={image}
          alt=""
          referrerPolicy="no-referrer"
          className={styles['photo']}
          onError={() => setBroken(image)}
        />
      )}
    </span>
  );
}
