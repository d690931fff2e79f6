import type { ColorHex } from '#src/domain/colors.ts';
import styles from './color-dot.module.css';

export function ColorDot({ color }: { readonly color: ColorHex }) {
  return <span className={styles['dot']} style={{ backgroundColor: color }} aria-hidden />;
}
