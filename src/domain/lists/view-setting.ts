import type { ArrangedList } from './arrangement.ts';

/** The settings of the four views, by view. */
export const VIEWS: Readonly<Record<string, string>> = {
  overdue: 'viewOverdue',
  today: 'viewToday',
  upcoming: 'viewUpcoming',
  completed: 'viewCompleted',
};

/** What the settings of other lists begin with, by kind. */
export const KINDS: Readonly<Record<string, string>> = { in: 'viewC', labelled: 'viewL', query: 'viewF' };

/** The id of the setting that says how a list is shown. It has letters only, as settings do: an id in it has one for each digit. */
export function viewSettingOf(list: ArrangedList): string {
  const view = VIEWS[list];
  if (view !== undefined) return view;
  const [kind = '', id = ''] = list.split(':', 2);
  const digits = id.toLowerCase().replaceAll('-', '');
  return (
    (KINDS[kind] ?? '') + digits.replaceAll(/./g, (digit) => 'abcdefghijklmnop'[parseInt(digit, 16)] ?? '')
  );
}

/** Whether a setting says how a list is shown. */
export function isViewSetting(id: string): boolean {
  return Object.values(VIEWS).includes(id) || /^view[CLF][a-p]{32}$/.test(id);
}
