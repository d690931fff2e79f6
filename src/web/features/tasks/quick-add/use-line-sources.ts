import { useMemo } from 'react';
import type { ShownCollection } from '#src/tables/collection/collection-tree.ts';
import type { Language, Style } from '#src/domain/quick-add/types.ts';
import type { Weekday } from '#src/domain/repeat/rule.ts';
import type { Rows } from '#src/tables/tables.ts';
import type { Clock } from '#src/domain/time/time-of-day.ts';
import type { NumericOrder } from '#src/domain/time/numeric-order.ts';
import { useEveryRow } from '#src/web/data/every-row.ts';
import { numericOrder, quickAddLanguage } from '#src/web/data/quick-add-settings.ts';
import { useClock, useCollectionTree, useSetting } from '#src/web/data/rows.ts';
import { useTimeZone } from '#src/web/data/today.ts';
import { weekdayOfStart } from '#src/web/data/week-start.ts';

/** The data that the reading of a line depends on: the rows that it can name, and the settings of the user. */
export interface LineSources {
  readonly zone: string;
  readonly weekStart: Weekday;
  readonly order: NumericOrder;
  readonly language: Language;
  readonly style: Style;
  readonly clock: Clock;
  /** The locale of the meanings that are shown. */
  readonly locale: string;
  readonly collections: readonly ShownCollection[];
  readonly labels: readonly Rows['label'][];
  readonly sections: readonly Rows['section'][];
  readonly dismissals: readonly Rows['dismissal'][];
}

/** Returns the same object until a value in it changes. */
export function useLineSources(): LineSources {
  const locale = navigator.language;
  const zone = useTimeZone();
  const weekStart = weekdayOfStart(useSetting('weekStart'), locale);
  const order = numericOrder(useSetting('numericOrder'), locale);
  const language = quickAddLanguage(useSetting('quickAddLanguage'), locale);
  const style = useSetting('quickAddSigns');
  const clock = useClock();
  const collections = useCollectionTree();
  const labels = useEveryRow('label');
  const sections = useEveryRow('section');
  const dismissals = useEveryRow('dismissal');
  return useMemo(
    () => ({
      zone,
      weekStart,
      order,
      language,
      style,
      clock,
      locale,
      collections,
      labels,
      sections,
      dismissals,
    }),
    [zone, weekStart, order, language, style, clock, locale, collections, labels, sections, dismissals],
  );
}
