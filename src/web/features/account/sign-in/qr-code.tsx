import { encode } from 'uqr';
import styles from './qr-code.module.css';

/** Black on white in both themes, as cameras want it; with the quiet edge of four modules that the standard asks for. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { size, data } = encode(text, { border: 4 });
  const modules = data.flatMap((row, y) => row.map((isBlack, x) => (isBlack ? `M${x} ${y}h1v1h-1z` : '')));
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} className={styles['code']}>
      <path d={modules.join('')} />
    </svg>
  );
}
