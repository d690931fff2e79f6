import type { ComponentProps } from 'react';
import { Link } from 'react-router';
import styles from './button.module.css';
import { cx } from './class-names.ts';

interface Looks {
  readonly look?: 'primary' | 'plain' | 'quiet' | 'danger' | undefined;
  readonly size?: 'small' | 'medium' | 'large' | undefined;
}

function classesOf({ look = 'plain', size = 'medium' }: Looks, className: string | undefined): string {
  return cx(styles['button'], styles[look], styles[size], className);
}

export function Button({
  look,
  size,
  className,
  type = 'button',
  ...props
}: Looks & ComponentProps<'button'>) {
  return <button {...props} type={type} className={classesOf({ look, size }, className)} />;
}

/** A link that looks like a button: it leads somewhere, it does nothing. */
export function ButtonLink({ look, size, className, ...props }: Looks & ComponentProps<typeof Link>) {
  return <Link {...props} className={classesOf({ look, size }, className)} />;
}
