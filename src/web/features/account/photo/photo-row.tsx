import { useRef, useState, type DragEvent } from 'react';
import { useAttempt } from '#src/web/account/attempt.ts';
import { AuthError } from '#src/web/account/auth-client.ts';
import { changeUser } from '#src/web/account/change-user.ts';
import { focusOn } from '#src/web/focus/focus.ts';
import { handBackFocus } from '#src/web/focus/leaving-focus.ts';
import { notifyDone, notifyError, notifySuccess } from '#src/web/feedback/notifications.ts';
import { loadPhoto, removePhoto, uploadPhoto } from './photo-client.ts';
import type { User } from '#src/web/platform/session.ts';
import { Avatar } from '#src/web/ui/avatar.tsx';
import { Button } from '#src/web/ui/button.tsx';
import { ErrorBoundary } from '#src/web/ui/page/error-boundary.tsx';
import hidden from '#src/web/ui/hidden.module.css';
import { AccountProblem } from '#src/web/features/account/account-problem.tsx';
import { AccountRow } from '#src/web/features/account/account-row.tsx';
import { PhotoForm } from './photo-chunk.ts';
import styles from '#src/web/features/account/profile-section.module.css';

const NO_PICTURE = new AuthError(
  'NO_PHOTO',
  'This file is not a picture that the browser can show. Choose another one.',
);
const NO_FORM = new AuthError(
  'NOT_LOADED',
  'The picture could not be opened. Check your network, then try again or reload the page.',
);

/** Restores a removed photo, and notifies the user. */
async function putBack(userId: string, photo: Blob): Promise<void> {
  try {
    const untilDone = { onProgress: () => {}, signal: new AbortController().signal };
    const address = await uploadPhoto(photo, untilDone);
    changeUser(userId, { image: address });
    notifySuccess('Photo is back');
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
    notifyError(error.message);
  }
}

/** The photo, with a file to choose, or to drop here. After the cropping, the focus returns to the button. */
export function PhotoRow({ user }: { readonly user: User }) {
  const [picture, setPicture] = useState<string | null>(null);
  const [isBack, setBack] = useState(false);
  const [trouble, setTrouble] = useState<AuthError | null>(null);
  const chooser = useRef<HTMLInputElement>(null);
  const { problem, isBusy, attempt } = useAttempt();

  const open = (file: File | undefined) => {
    if (!file) return;
    setTrouble(null);
    setPicture(URL.createObjectURL(file));
  };
  const close = () => {
    if (picture !== null) URL.revokeObjectURL(picture);
    setPicture(null);
    setBack(true);
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    open(event.dataTransfer.files[0]);
  };
  const remove = () =>
    attempt(async () => {
      const photo = user.image === null ? null : await loadPhoto(user.image);
      await removePhoto();
      changeUser(user.id, { image: null });
      const undo = photo && { entryId: `photo ${user.image}`, run: () => void putBack(user.id, photo) };
      notifyDone('Photo removed', user.name, undo);
    });

  if (picture !== null) {
    const giveUp = (reason: AuthError) => {
      close();
      setTrouble(reason);
    };
    return (
      <ErrorBoundary fallback={null} onError={() => giveUp(NO_FORM)}>
        <PhotoForm user={user} picture={picture} onBroken={() => giveUp(NO_PICTURE)} onClose={close} />
      </ErrorBoundary>
    );
  }
  return (
    <div onDragOver={(event) => event.preventDefault()} onDrop={onDrop}>
      <AccountRow
        mark={
          <span className={styles['photo']}>
            <Avatar user={user} />
          </span>
        }
        label="Photo"
        value={user.image === null ? 'Choose a picture, or drop one here.' : undefined}
        problem={<AccountProblem problem={trouble ?? problem} />}
      >
        <input
          ref={chooser}
          type="file"
          accept="image/*"
          aria-label="Picture"
          hidden
          onChange={(event) => open(event.target.files?.[0])}
        />
        <Button size="small" ref={isBack ? focusOn : undefined} onClick={() => chooser.current?.click()}>
          {user.image === null ? 'Choose' : 'Change'}
          <span className={hidden['hidden']}> Photo</span>
        </Button>
        {user.image !== null && (
          <Button size="small" ref={handBackFocus} onClick={() => void remove()} isBusy={isBusy}>
            Remove<span className={hidden['hidden']}> Photo</span>
          </Button>
        )}
      </AccountRow>
    </div>
  );
}
