import type { FileLists } from './data-file.ts';
import { Entries } from './entries.ts';
import type { Here, ImportPlan } from './import-plan.ts';
import { planDismissals } from './plan-dismissals.ts';
import { planFilters } from './plan-filters.ts';
import { planNamed } from './plan-named.ts';
import { planReminders } from './plan-reminders.ts';
import { planSettings } from './plan-settings.ts';
import { planTasks } from './plan-tasks.ts';

/**
 * What to do to have everything of a file here. What is here stays as it is, but for settings: an entry whose id is here, or
 * was made here of its id before, is skipped. `now`: ms since 1970 UTC, for what comes without a time.
 */
export function planImport(file: FileLists, here: Here, now: number): ImportPlan {
  const entries = new Entries(file, here, now);
  const named = planNamed(entries);
  const tasks = planTasks(entries, named);
  const others = [
    ...planReminders(entries, tasks.idOf),
    ...planSettings(entries, named),
    ...planDismissals(entries),
    ...planFilters(entries),
  ];
  return {
    // What brings back the collections of completed tasks is first of all: their names may be those of collections that are to be added.
    operations: [...tasks.ghostOperations, ...named.operations, ...tasks.operations, ...others],
    added: entries.added,
    notes: entries.notes,
  };
}
