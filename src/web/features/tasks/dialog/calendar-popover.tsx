import type { RefObject } from 'react';
import { DayPicker } from 'react-day-picker';
import { fromUtcDate, toUtcDate, type CalendarDay } from '#src/domain/time/calendar-day.ts';
import { useSetting } from '#src/web/data/rows.ts';
import { Popover } from '#src/web/ui/overlays/popover.tsx';
import { calendarLocale } from './calendar-locale.ts';
import styles from './calendar-popover.module.css';

interface CalendarPopoverProps {
  readonly open: boolean;
  readonly anchor: RefObject<HTMLElement | null>;
  /** The button that opened the calendar, and gets the focus back. */
  readonly button: RefObject<HTMLElement | null>;
  readonly value: CalendarDay | null;
  readonly today: CalendarDay;
  readonly onClose: () => void;
  readonly onPick: (day: CalendarDay) => void;
}

/** A month to pick a day from, below the date field. */
export function CalendarPopover({
  open,
  anchor,
  button,
  value,
  today,
  onClose,
  onPick,
}: CalendarPopoverProps) {
  const weekStart = useSetting('weekStart');
  const selected = value ? toUtcDate(value) : undefined;
  const now = toUtcDate(today);
  return (
    <Popover
      open={open}
      anchor={anchor}
      align="start"
      button={button}
      label="Calendar"
      className={styles['popup']}
      onClose={onClose}
    >
      <DayPicker
        {...calendarLocale(weekStart)}
        timeZone="UTC"
        mode="single"
        required
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- users open a calendar to choose in it
        autoFocus
        showOutsideDays
        selected={selected}
        today={now}
        defaultMonth={selected ?? now}
        onSelect={(date) => {
          onPick(fromUtcDate(date));
          onClose();
        }}
        classNames={{
          root: styles['calendar'] ?? '',
          month: styles['month'] ?? '',
          month_caption: styles['caption'] ?? '',
          nav: styles['nav'] ?? '',
          button_previous: styles['step'] ?? '',
          button_next: styles['step'] ?? '',
          chevron: styles['chevron'] ?? '',
          month_grid: styles['grid'] ?? '',
          weekday: styles['weekday'] ?? '',
          day: styles['day'] ?? '',
          day_button: styles['dayButton'] ?? '',
          today: styles['today'] ?? '',
          selected: styles['selected'] ?? '',
          outside: styles['outside'] ?? '',
        }}
      />
    </Popover>
  );
}
