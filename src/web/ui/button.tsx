import type { ComponentProps } from 'react';
import { Link } from './link.tsx';
import styles from './button.module.css';
import { cx } from './class-names.ts';

interface Looks {
  readonly look?: 'primary' | 'plain' | 'quiet' | 'danger' | undefined;
  readonly size?: 'small' | 'medium' | 'large' | undefined;
}

function classesOf({ look = 'plain', size = 'medium' }: Looks, className: string | undefined): string {
  return cx(styles['button'], styles[look], styles[size], className);
}

interface ButtonProps extends Looks, ComponentProps<'button'> {
  /** True while its action runs: it does nothing then, but keeps the focus, which a disabled button loses. */
  readonly isBusy?: boolean;
}

export function Button({
  look,
  size,
  className,
  type = 'button',
  isBusy = false,
  onClick,
  ...props
}: ButtonProps) {
  return (
    <button
      aria-disabled={isBusy || undefined}
      {...props}
      type={type}
      className={classesOf({ look, size }, className)}
      onClick={isBusy ? (event) => event.preventDefault() : onClick}
    />
  );
}

/** A link that looks like a button. It leads somewhere, and does nothing else. */
export function ButtonLink({ look, size, className, ...props }: Looks & ComponentProps<typeof Link>) {
  return <Link {...props} className={classesOf({ look, size }, className)} />;
}
