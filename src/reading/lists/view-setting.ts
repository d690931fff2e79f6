import type { ArrangedList } from './arrangement.ts';

/** The setting of each of the four views. */
export const VIEWS: Readonly<Record<string, string>> = {
  overdue: 'viewOverdue',
  today: 'viewToday',
  upcoming: 'viewUpcoming',
  completed: 'viewCompleted',
};

/** The prefix of the settings of other lists, by kind. */
export const KINDS: Readonly<Record<string, string>> = { in: 'viewC', labelled: 'viewL', query: 'viewF' };

/**
 * The id of the setting with a list's view. Ids of settings have only letters, so each digit of the list's id
 * becomes a letter.
 */
export function viewSettingOf(list: ArrangedList): string {
  const view = VIEWS[list];
  if (view !== undefined) return view;
  const [kind = '', id = ''] = list.split(':', 2);
  const digits = id.toLowerCase().replaceAll('-', '');
  return (
    (KINDS[kind] ?? '') + digits.replaceAll(/./g, (digit) => 'abcdefghijklmnop'[parseInt(digit, 16)] ?? '')
  );
}

/** True for the setting of a list's view. */
export function isViewSetting(id: string): boolean {
  return Object.values(VIEWS).includes(id) || /^view[CLF][a-p]{32}$/.test(id);
}
