import { Check } from '#src/web/ui/icons/check.ts';
import { useId } from 'react';
import { COLORS, type ColorHex } from '#src/domain/colors.ts';
import type { FieldBinding } from '#src/web/ui/fields/form.ts';
import field from '#src/web/ui/fields/field.module.css';
import tile from '#src/web/ui/fields/radio-tile.module.css';
import { cx } from '#src/web/ui/class-names.ts';
import styles from './color-picker.module.css';

/**
 * The twelve colors as radio buttons. A check mark and a frame show the chosen one, not color alone. `onBlur`
 * is called when the focus leaves the whole group.
 */
export function ColorPicker({ value, error, onValue, onBlur }: FieldBinding<ColorHex | null>) {
  const id = useId();
  return (
    <div>
      <p id={id} className={field['label']}>
        Color
      </p>
      <div
        role="radiogroup"
        aria-labelledby={id}
        aria-describedby={`${id}-message`}
        aria-invalid={error !== null}
        aria-required
        className={styles['colors']}
        onBlur={(event) => {
          if (!event.currentTarget.contains(event.relatedTarget)) onBlur();
        }}
      >
        {COLORS.map(({ name, hex }) => (
          <label key={hex} className={cx(tile['tile'], styles['color'])} title={name}>
            <input
              type="radio"
              name={id}
              aria-label={name}
              className={tile['radio']}
              checked={value === hex}
              onChange={() => onValue(hex)}
            />
            <span className={styles['swatch']} style={{ backgroundColor: hex }}>
              <Check size={16} strokeWidth={3} aria-hidden />
            </span>
          </label>
        ))}
      </div>
      <p
        id={`${id}-message`}
        aria-live="polite"
        className={cx(field['message'], error !== null && field['error'])}
      >
        {error}
      </p>
    </div>
  );
}
