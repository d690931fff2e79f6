import { useState } from 'react';
import { afterPress } from '#src/web/platform/after-press.ts';

type Errors<Fields> = { readonly [Name in keyof Fields]: string | null };

export interface FieldBinding<Value = string> {
  readonly value: Value;
  readonly error: string | null;
  readonly onValue: (value: Value) => void;
  readonly onBlur: () => void;
}

/** What may be asked of any form. */
export interface Form {
  readonly isValid: boolean;
  /** Whether the user would lose something if the form went away. What it proposed itself does not count. */
  readonly isChanged: boolean;
  /** The fields that would be lost. */
  readonly changes: object;
  /** Goes back to what it proposed itself. */
  readonly reset: () => void;
  readonly isSubmitting: boolean;
  /** Runs `work` unless it is running already. */
  readonly submit: (work: () => Promise<void>) => Promise<void>;
}

/**
 * The state of a form: its fields, and which of them were touched, that is, have lost focus. An error is shown only
 * from then on (specification, section 5), so a field's `error` and `isValid` are two things. `typed`: what the user has
 * entered elsewhere.
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
    /** Sets fields that go together. */
    change: (changes: Partial<Fields>) => setFields((before) => ({ ...before, ...changes })),
    reset: () => {
      setFields(initial);
      setTouched({});
    },
    /** What the control of a field needs: its value, the error to show beside it, if any, and whom to tell of what. */
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

/** Blanks around a text are nothing that anybody would miss. */
function isSame(one: unknown, other: unknown): boolean {
  if (typeof one !== 'string' || typeof other !== 'string') return one === other;
  return one.trim() === other.trim();
}
