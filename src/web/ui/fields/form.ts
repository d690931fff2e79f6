import { useState } from 'react';
import { afterPress } from '#src/web/platform/after-press.ts';

type Errors<Fields> = { readonly [Name in keyof Fields]: string | null };

export interface FieldBinding<Value = string> {
  readonly value: Value;
  readonly error: string | null;
  readonly onValue: (value: Value) => void;
  readonly onBlur: () => void;
}

/** The part of a form that does not depend on its fields. */
export interface Form {
  readonly isValid: boolean;
  /** True when closing the form would lose input. Its own proposals do not count. */
  readonly isChanged: boolean;
  /** The fields with input that closing would lose. */
  readonly changes: object;
  /** Shows the errors of all fields. */
  readonly touchAll: () => void;
  /** Restores its own proposals. */
  readonly reset: () => void;
  readonly isSubmitting: boolean;
  /** Runs `work` unless it is already running. */
  readonly submit: (work: () => Promise<void>) => Promise<void>;
}

/**
 * The state of a form: its fields, and the touched ones, which have lost focus. Errors only show for touched
 * fields (specification, section 5), so that `error` of a field and `isValid` may differ. `typed`: input from
 * another place.
 */
export function useForm<Fields extends object>(
  given: Fields,
  check: (fields: Fields) => Errors<Fields>,
  typed?: Partial<Fields>,
) {
  const [initial] = useState(given);
  const [fields, setFields] = useState({ ...initial, ...typed });
  const [touched, setTouched] = useState<Partial<Record<keyof Fields, boolean>>>({});
  const [isSubmitting, setSubmitting] = useState(false);
  const errors = check(fields);
  const names = Object.keys(errors) as (keyof Fields)[];
  const changed = names.filter((name) => !isSame(fields[name], initial[name]));

  return {
    fields,
    isSubmitting,
    isValid: names.every((name) => errors[name] === null),
    isChanged: changed.length > 0,
    changes: Object.fromEntries(changed.map((name) => [name, fields[name]])),
    /** Sets several fields together. */
    change: (changes: Partial<Fields>) => setFields((before) => ({ ...before, ...changes })),
    reset: () => {
      setFields(initial);
      setTouched({});
    },
    /** The binding of a field for its control: value, visible error, and handlers. */
    field: <Name extends keyof Fields>(name: Name): FieldBinding<Fields[Name]> => ({
      value: fields[name],
      error: touched[name] ? errors[name] : null,
      onValue: (value) => setFields((before) => ({ ...before, [name]: value })),
      onBlur: () => afterPress(() => setTouched((before) => ({ ...before, [name]: true }))),
    }),
    touchAll: () => setTouched(Object.fromEntries(names.map((name) => [name, true])) as typeof touched),
    submit: async (work: () => Promise<void>) => {
      if (isSubmitting) return;
      setSubmitting(true);
      await work().finally(() => setSubmitting(false));
    },
  };
}

/** Surrounding blanks are no loss. */
function isSame(one: unknown, other: unknown): boolean {
  if (typeof one !== 'string' || typeof other !== 'string') return one === other;
  return one.trim() === other.trim();
}
