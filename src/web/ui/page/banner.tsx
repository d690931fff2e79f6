import { Sparkles } from '#src/web/ui/icons/sparkles.ts';
import { TriangleAlert } from '#src/web/ui/icons/triangle-exclamation-point.ts';
import type { ReactNode } from 'react';
import { handOnFocus } from '#src/web/focus/leaving-focus.ts';
import styles from './banner.module.css';
import { cx } from '#src/web/ui/class-names.ts';

interface BannerProps {
  readonly title: string;
  readonly text?: string | undefined;
  /** True for good news instead of a warning. */
  readonly calm?: boolean;
  /** The button for the next step, if there is one. */
  readonly children?: ReactNode;
}

/** A message about the whole app that the user may put off. */
export function Banner({ title, text, calm = false, children }: BannerProps) {
  const Icon = calm ? Sparkles : TriangleAlert;
  return (
    <div ref={handOnFocus} className={cx(styles['banner'], calm && styles['calm'])}>
      <Icon size={20} aria-hidden />
      <div className={styles['words']}>
        <p className={styles['title']}>{title}</p>
        {text && <p className={styles['text']}>{text}</p>}
      </div>
      {children}
    </div>
  );
}
