import type { SettingName } from '#src/tables/setting/setting.ts';
import { useSetting } from '#src/web/data/rows.ts';

export type GoalName = Extract<SettingName, 'dayGoal' | 'weekGoal'>;

/** The user's goal in tasks; null without one. */
export function useGoal(name: GoalName): number | null {
  const value = useSetting(name);
  return value === 'none' ? null : Number(value);
}
