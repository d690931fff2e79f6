import type { CalendarDay } from '#src/domain/time/calendar-day.ts';
import { COLORS, type ColorHex } from '#src/domain/colors.ts';
import { LIMITS } from '#src/domain/limits.ts';
import { inOneForm, isBlank } from '#src/domain/text/names.ts';
import { readFileDay } from '#src/domain/time/typed-day.ts';
import type { SettableIn } from '#src/tables/tables.ts';
import { isInstant } from '#src/tables/kit/column.ts';
import { readSettable } from '#src/tables/filed.ts';
import { cleanText } from '#src/domain/clean-text.ts';

/** An unchecked entry of a file. */
export type Fields = Readonly<Record<string, unknown>>;

export type WrongField = 'NO_NAME' | 'NAME_TOO_LONG' | 'DESCRIPTION_TOO_LONG' | 'WRONG_DATE';

/** The checked values of a task; invalid minor fields have their default. */
export type CheckedTask = Partial<SettableIn<'task'>> & {
  readonly name: string;
  readonly description: string;
  /** Null if the file has none. */
  readonly date: CalendarDay | null;
};

export function checkTask(fields: Fields): CheckedTask | WrongField {
  const name = nameOf(fields['name']);
  const description = cleanText(textOf(fields['description']));
  const isDated = (fields['date'] ?? null) !== null;
  const date = isDated ? readFileDay(textOf(fields['date'])) : null;
  if (isBlank(name)) return 'NO_NAME';
  if (name.length > LIMITS.taskName) return 'NAME_TOO_LONG';
  if (description.length > LIMITS.taskDescription) return 'DESCRIPTION_TOO_LONG';
  if (isDated && date === null) return 'WRONG_DATE';
  return { ...readSettable('task', fields), name, description, date };
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** The normalized form of a name. Spaces around it stay. */
export function nameOf(value: unknown): string {
  return inOneForm(cleanText(textOf(value)));
}

export function idOf(value: unknown): string {
  return typeof value === 'number' ? String(value) : textOf(value);
}

export function instantOf(value: unknown): number | null {
  return isInstant(value) ? value : null;
}

export function colorOf(value: unknown): ColorHex | null {
  const wanted = textOf(value).toLowerCase();
  return COLORS.find(({ hex }) => hex.toLowerCase() === wanted)?.hex ?? null;
}
