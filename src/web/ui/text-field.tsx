import type { ComponentProps } from 'react';
import { cx } from './class-names.ts';
import { Field, type FieldProps } from './field.tsx';

type InputProps = Omit<ComponentProps<'input'>, 'onChange' | 'value' | 'className' | 'id'>;

interface TextFieldProps extends FieldProps, InputProps {
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly controlClass?: string | undefined;
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
    type = 'text',
    ...input
  } = props;
  return (
    <Field label={label} labelHidden={labelHidden} error={error} hint={hint} className={className}>
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
