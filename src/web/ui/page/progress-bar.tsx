import styles from './progress-bar.module.css';

interface ProgressBarProps {
  readonly label: string;
  readonly value: number;
  readonly max: number;
  /** The progress in words, beside the bar. */
  readonly text: string;
}

export function ProgressBar({ label, value, max, text }: ProgressBarProps) {
  return (
    <div className={styles['progress']}>
      <progress className={styles['bar']} aria-label={label} value={value} max={max} />
      <span className={styles['count']}>{text}</span>
    </div>
  );
}
