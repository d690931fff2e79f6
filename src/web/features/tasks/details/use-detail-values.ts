import type { CalendarDay } from '#src/domain/time/calendar-day.ts';
import { idsIn } from '#src/domain/id-set.ts';
import { formatDuration } from '#src/domain/time/duration.ts';
import { repeatOf } from '#src/tables/task/task-repeat.ts';
import { repeatInWords } from '#src/domain/repeat/words.ts';
import { formatTime } from '#src/domain/time/time-of-day.ts';
import { reminderText } from '#src/web/words/reminder.ts';
import { useClock, useLabelsOf, useRow, useSections } from '#src/web/data/rows.ts';
import { useToday } from '#src/web/data/today.ts';
import { shortDay } from '#src/web/ui/friendly-day.ts';
import type { DetailId } from './detail.ts';
import { namedIn } from '#src/web/features/tasks/draft/named-rows.ts';
import { remindersIn } from '#src/web/features/tasks/draft/draft-reminders.ts';
import { readDateField, type TaskDraft } from '#src/web/features/tasks/draft/task-form.ts';

/** The values of the details, in words; null for a detail without a value. */
export function useDetailValues(fields: TaskDraft): Readonly<Record<DetailId, string | null>> {
  const { time, zone, duration, priority, deadline, collectionId, sectionId, parentId, labels } = fields;
  const clock = useClock();
  const today = useToday();
  const section = useRow('section', sectionId ?? '');
  const parent = useRow('task', parentId ?? '');
  const known = useLabelsOf(labels);
  // A deleted section, or a section of another collection, counts as none.
  const isSection = useSections(collectionId).includes(sectionId ?? '');
  const named = namedIn(fields.added);
  const added = idsIn(labels).flatMap((id) => named.get(id) ?? []);
  // A task without a date has no time either.
  const isTimed = readDateField(fields.date) !== null;
  const times = [
    isTimed && time && formatTime(time, clock, navigator.language),
    duration && formatDuration(duration),
    isTimed && zone,
  ];
  return {
    time: times.filter(Boolean).join(', ') || null,
    reminders:
      remindersIn(fields.reminders)
        .map(({ when }) => reminderText(when))
        .join(', ') || null,
    repeat: repeatText(fields, today),
    priority: priority < 4 ? String(priority) : null,
    labels: [...known.map(({ name }) => name), ...added].join(', ') || null,
    section: (isSection ? section?.name : named.get(sectionId ?? '')) ?? null,
    deadline: deadline && shortDay(deadline, today),
    parent: parent?.name ?? null,
  };
}

function repeatText(fields: TaskDraft, today: CalendarDay): string | null {
  const date = readDateField(fields.date);
  // A repeat needs a date to count from.
  if (fields.repeat === null || date === null) return null;
  const repeat = repeatOf({ ...fields, date: date ?? today });
  if (!repeat) return 'by an imported rule';
  return repeatInWords({ ...repeat.rule, clamp: false }, { ...repeat.start, time: null }, navigator.language);
}
