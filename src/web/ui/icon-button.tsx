import type { IconComponent } from '#src/web/ui/icons/icon.ts';
import type { ComponentProps } from 'react';
import { cx } from './class-names.ts';
import styles from './icon-button.module.css';

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  readonly icon: IconComponent;
  /** The name for screen readers, which cannot tell an icon. */
  readonly label: string;
  readonly look?: 'plain' | 'danger';
}

export function IconButton({ icon: Icon, label, look = 'plain', className, ...props }: IconButtonProps) {
  return (
    <button
      type="button"
      title={label}
      {...props}
      aria-label={label}
      className={cx(styles['button'], look === 'danger' && styles['danger'], className)}
    >
      <Icon size={18} aria-hidden />
    </button>
  );
}
