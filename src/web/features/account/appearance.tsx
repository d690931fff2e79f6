import { useId } from 'react';
import { chooseTheme, THEMES, useTheme, type Theme } from '#src/web/hooks/theme.ts';
import styles from './appearance.module.css';

const NAMES: Record<Theme, string> = { system: 'System', light: 'Light', dark: 'Dark' };

/** Light, dark, or what the system says: remembered in this browser, whoever is signed in. */
export function Appearance() {
  const id = useId();
  const theme = useTheme();
  return (
    <section>
      <h2 id={id} className={styles['heading']}>
        Appearance
      </h2>
      <div role="radiogroup" aria-labelledby={id} className={styles['themes']}>
        {THEMES.map((choice) => (
          <label key={choice} className={styles['theme']}>
            <Picture theme={choice} />
            <span className={styles['name']}>
              <input
                type="radio"
                name={id}
                checked={choice === theme}
                onChange={() => chooseTheme(choice)}
                className={styles['radio']}
              />
              {NAMES[choice]}
            </span>
          </label>
        ))}
      </div>
    </section>
  );
}

/** The app in small. For the system's theme, half in light and half in dark. */
function Picture({ theme }: { readonly theme: Theme }) {
  const sides = theme === 'system' ? (['light', 'dark'] as const) : [theme];
  return (
    <span className={styles['picture']} aria-hidden>
      {sides.map((side) => (
        <span key={side} className={styles['window']} style={{ colorScheme: side }}>
          <span className={styles['sidebar']} />
          <span className={styles['page']}>
            <span className={styles['title']} />
            <span className={styles['line']} />
            <span className={styles['line']} />
          </span>
        </span>
      ))}
    </span>
  );
}
