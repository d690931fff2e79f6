import { encode } from 'uqr';
import styles from './qr-code.module.css';

/**
 * A QR code, black on white in both themes, as cameras need it, with the standard's quiet zone of four
 * modules.
 */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { size, data } = encode(text, { border: 4 });
  const modules = data.flatMap((row, y) => row.map((isBlack, x) => (isBlack ? `M${x} ${y}h1v1h-1z` : '')));
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} className={styles['code']}>
      <path d={modules.join('')} />
    </svg>
  );
}
