import { LANGUAGES } from '#src/domain/quick-add/types.ts';
import type { SettingValue } from '#src/tables/setting/setting.ts';
import { numericOrder as localeOrder } from '#src/domain/time/numeric-order.ts';

type Chosen<N extends 'quickAddLanguage' | 'numericOrder'> = Exclude<SettingValue<N>, 'locale'>;

/** The language of quick add: the chosen one, else the browser's if quick add supports it, else English. */
export function quickAddLanguage(
  setting: SettingValue<'quickAddLanguage'>,
  locale: string,
): Chosen<'quickAddLanguage'> {
  if (setting !== 'locale') return setting;
  const { language } = new Intl.Locale(locale);
  return LANGUAGES.find((each) => each === language) ?? 'en';
}

/** The order of a date in numbers: the chosen one, else the locale's. */
export function numericOrder(setting: SettingValue<'numericOrder'>, locale: string): Chosen<'numericOrder'> {
  return setting === 'locale' ? localeOrder(locale) : setting;
}
