import { ChevronDown } from '#src/web/ui/icons/chevron-down.ts';
import type { FieldBinding } from './form.ts';
import { CALLING_CODES } from '#src/domain/identity/calling-codes.ts';
import { cx } from '#src/web/ui/class-names.ts';
import { Field } from './field.tsx';
import styles from './phone-field.module.css';

interface PhoneFieldProps {
  /** Two capital letters. */
  readonly country: FieldBinding;
  /** The number as typed, with or without the country code. */
  readonly number: FieldBinding;
}

/** A phone number and its country: a native select, shown as the calling code. */
export function PhoneField({ country, number }: PhoneFieldProps) {
  return (
    <Field label="Phone number" error={number.error}>
      {(control) => (
        <span className={styles['row']}>
          <span className={styles['country']}>
            <span className={cx(control.className, styles['code'])} aria-hidden>
              +{CALLING_CODES.get(country.value)}
              <ChevronDown size={16} className={styles['mark']} />
            </span>
            <select
              aria-label="Country"
              className={styles['select']}
              value={country.value}
              onChange={(event) => country.onValue(event.target.value)}
              onBlur={country.onBlur}
            >
              {countries().map(({ id, label }) => (
                <option key={id} value={id}>
                  {label}
                </option>
              ))}
            </select>
          </span>
          <input
            {...control}
            type="tel"
            autoComplete="tel"
            dir="ltr"
            required
            value={number.value}
            onChange={(event) => number.onValue(event.target.value)}
            onBlur={number.onBlur}
          />
        </span>
      )}
    </Field>
  );
}

let countryNames: readonly { readonly id: string; readonly label: string }[] | null = null;

/** The countries by name; built when a field is first shown. */
function countries() {
  countryNames ??= nameCountries();
  return countryNames;
}

function nameCountries() {
  const names = new Intl.DisplayNames(['en'], { type: 'region' });
  return [...CALLING_CODES]
    .map(([id, code]) => ({ id, label: `${names.of(id) ?? id} (+${code})` }))
    .toSorted((one, other) => one.label.localeCompare(other.label, 'en'));
}
