import { useRef, useState } from 'react';
import Cropper from 'react-easy-crop';
import 'react-easy-crop/react-easy-crop.css';
import { useAttempt } from '#src/web/account/attempt.ts';
import { changeUser } from '#src/web/account/change-user.ts';
import { focusOn } from '#src/web/focus/focus.ts';
import { notifySuccess } from '#src/web/feedback/notifications.ts';
import { uploadPhoto } from './photo-client.ts';
import type { User } from '#src/web/platform/session.ts';
import { useUnloadPrompt } from '#src/web/platform/unload-prompt.ts';
import { Button } from '#src/web/ui/button.tsx';
import { AccountProblem } from '#src/web/features/account/account-problem.tsx';
import styles from './photo-form.module.css';
import { shrinkPhoto, type Square } from './shrink-photo.ts';

const MAX_ZOOM = 4;
/** In CSS pixels; with Shift a fifth of it. */
const KEYBOARD_STEP = 10;

interface PhotoFormProps {
  readonly user: User;
  /** The address of the chosen picture. */
  readonly picture: string;
  /** Called when the browser cannot show the picture. */
  readonly onBroken: () => void;
  readonly onClose: () => void;
}

interface Uploading {
  readonly ending: AbortController;
  /** The sent share, 0 to 1; null while it waits for the network. */
  readonly part: number | null;
}

/** Chooses the part of the picture, then shows the progress of its upload. */
export function PhotoForm({ user, picture, onBroken, onClose }: PhotoFormProps) {
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [square, setSquare] = useState<Square | null>(null);
  const [upload, setUpload] = useState<Uploading | null>(null);
  const image = useRef<HTMLImageElement | null>(null);
  const { problem, isBusy, attempt } = useAttempt();
  useUnloadPrompt(true);

  const save = () =>
    attempt(async () => {
      if (!square || !image.current) return;
      const ending = new AbortController();
      setUpload({ ending, part: 0 });
      try {
        const photo = await shrinkPhoto(image.current, square);
        const onProgress = (part: number | null) => setUpload({ ending, part });
        const address = await uploadPhoto(photo, { onProgress, signal: ending.signal });
        if (address === null) return;
        changeUser(user.id, { image: address });
        notifySuccess('Photo changed');
        onClose();
      } finally {
        setUpload(null);
      }
    });

  return (
    <fieldset ref={focusOn} tabIndex={-1} className={styles['form']} aria-label="Crop photo">
      <div className={styles['area']}>
        <Cropper
          image={picture}
          crop={crop}
          zoom={zoom}
          maxZoom={MAX_ZOOM}
          aspect={1}
          objectFit="cover"
          cropShape="round"
          showGrid={false}
          disableAutomaticStylesInjection
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onCropComplete={(_part, pixels) => setSquare(pixels)}
          setImageRef={(ref) => {
            image.current = ref.current;
          }}
          mediaProps={{ alt: '', onError: onBroken }}
          keyboardStep={KEYBOARD_STEP}
          cropperProps={{
            // Makes screen readers leave the arrow keys to it.
            role: 'application',
            'aria-label': 'Part of the picture: move it with the arrow keys',
          }}
        />
      </div>
      <label className={styles['zoom']}>
        Zoom
        <input
          type="range"
          min={1}
          max={MAX_ZOOM}
          step={0.05}
          value={zoom}
          onChange={(event) => setZoom(Number(event.target.value))}
        />
      </label>
      <AccountProblem problem={problem} />
      {upload && (
        <progress className={styles['progress']} value={upload.part ?? undefined} aria-label="Upload" />
      )}
      <output className={styles['state']}>
        {upload?.part === null && 'No connection to the server. The photo is sent as soon as there is one.'}
      </output>
      <div className={styles['actions']}>
        <Button look="primary" disabled={!square} isBusy={isBusy} onClick={() => void save()}>
          Save photo
        </Button>
        <Button onClick={upload ? () => upload.ending.abort() : onClose}>{upload ? 'Stop' : 'Cancel'}</Button>
      </div>
    </fieldset>
  );
}
