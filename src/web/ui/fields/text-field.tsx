import type { ComponentProps } from 'react';
import { cx } from '#src/web/ui/class-names.ts';
import { Field, type FieldProps } from './field.tsx';
import { excessText } from './too-long.ts';

type InputProps = Omit<ComponentProps<'input'>, 'onChange' | 'value' | 'className' | 'id' | 'maxLength'>;

interface TextFieldProps extends FieldProps, InputProps {
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly controlClass?: string | undefined;
  /**
   * The limit in UTF-16 code units, without surrounding blanks. Longer text is kept and reported, since the
   * browser would cut it silently.
   */
  readonly limit?: number | undefined;
}

export function TextField(props: TextFieldProps) {
  const {
    label,
    labelHidden,
    error,
    hint,
    className,
    onValue,
    controlClass,
    limit = Infinity,
    type = 'text',
    ...input
  } = props;
  // Shown until the field has lost focus; then the error shows.
  const excess = error ? null : excessText(input.value.trim(), limit);
  return (
    <Field label={label} labelHidden={labelHidden} error={error} hint={excess ?? hint} className={className}>
      {(control) => (
        <input
          {...input}
          {...control}
          type={type}
          className={cx(control.className, controlClass)}
          onChange={(event) => onValue(event.target.value)}
        />
      )}
    </Field>
  );
}
