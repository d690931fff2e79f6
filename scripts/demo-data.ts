import { addDays, calendarDayAt } from '#src/domain/time/calendar-day.ts';
import { COLORS } from '#src/domain/colors.ts';
import { newId } from '#src/domain/id.ts';
import { timeOfMinutes, type TimeOfDay } from '#src/domain/time/time-of-day.ts';
import { openDevice, until, type Account } from '#src/sync/testing/node-device.ts';

const COLLECTIONS = [
  { name: 'Home', color: 'Fern' },
  { name: 'Work', color: 'Maximum Blue' },
  { name: 'Garden', color: 'Light Green' },
  { name: 'Reading list', color: 'Lavender' },
  { name: 'Trip to Lisbon', color: 'Burnt Orange' },
  { name: 'Birthdays', color: 'Wild Watermelon' },
] as const;

type CollectionName = (typeof COLLECTIONS)[number]['name'];

const LABELS = [
  { name: 'Errand', color: 'Burnt Orange' },
  { name: 'Phone', color: 'Maximum Blue' },
] as const;

interface DemoTask {
  readonly name: string;
  readonly description?: string;
  readonly collection: CollectionName;
  /** In days from today. */
  readonly day: number;
  readonly time?: TimeOfDay;
  readonly priority?: 1 | 2;
  readonly label?: (typeof LABELS)[number]['name'];
  /** A rule of RFC 5545. */
  readonly repeat?: string;
  /** The names of its sub-tasks, completed ones first. */
  readonly parts?: readonly string[];
  readonly partsDone?: number;
}

const TASKS: readonly DemoTask[] = [
  { name: 'Return the library books', collection: 'Reading list', day: -2, label: 'Errand' },
  { name: 'Renew the parking permit', collection: 'Home', day: -1 },
  {
    name: 'Prepare the slides for Friday',
    description: 'Ten at most; the numbers are in the shared folder',
    collection: 'Work',
    day: 0,
    time: timeOfMinutes(10 * 60),
    priority: 1,
    parts: ['Collect the numbers', 'Draw the timeline', 'Ask Noor to read them'],
    partsDone: 1,
  },
  { name: 'Water the tomatoes', collection: 'Garden', day: 0, repeat: 'FREQ=DAILY;INTERVAL=2' },
  { name: 'Call the dentist', collection: 'Home', day: 0, time: timeOfMinutes(14 * 60 + 30), label: 'Phone' },
  {
    name: 'Book the hotel in Alfama',
    description: 'Near the tram line 28, with breakfast',
    collection: 'Trip to Lisbon',
    day: 0,
    priority: 2,
  },
  { name: 'Order a cake for Mira', collection: 'Birthdays', day: 0, label: 'Errand' },
  { name: 'Read chapter four', collection: 'Reading list', day: 0 },
  { name: 'Write to Grandma', collection: 'Home', day: 0, repeat: 'FREQ=MONTHLY' },
  { name: 'Send the minutes of the meeting', collection: 'Work', day: 1 },
  { name: 'Plant the basil', description: 'Beside the tomatoes', collection: 'Garden', day: 1 },
  { name: 'Buy stamps', collection: 'Home', day: 2, label: 'Errand' },
  { name: 'Present the new design', collection: 'Work', day: 2, time: timeOfMinutes(9 * 60) },
  { name: 'Check the passports', collection: 'Trip to Lisbon', day: 3 },
  { name: 'Mira’s birthday', collection: 'Birthdays', day: 4, repeat: 'FREQ=YEARLY' },
  { name: 'Pack the suitcase', collection: 'Trip to Lisbon', day: 9 },
];

/** Completed tasks, the newest first; `day`: the day of completion. */
const DONE: readonly DemoTask[] = [
  { name: 'Pay the electricity bill', collection: 'Home', day: 0 },
  { name: 'Answer the letter from the bank', collection: 'Home', day: -1 },
  { name: 'Book the flights', collection: 'Trip to Lisbon', day: -1 },
  { name: 'Prune the roses', collection: 'Garden', day: -3 },
];

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/**
 * Adds the pictures' collections and tasks to a new user. `now`: ms since 1970 UTC; its day is taken in UTC.
 */
export async function plantDemoData(account: Account, now: number): Promise<void> {
  const device = await openDevice(account);
  const today = calendarDayAt(now, 'UTC');
  // Lists keep the order of creation, so each row is a minute newer than the one before.
  let at = now - 7 * DAY_MS;
  const next = () => (at += MINUTE_MS);
  const saved: Promise<void>[] = [];

  const collectionIds = new Map<CollectionName, string>();
  for (const { name, color } of COLLECTIONS) {
    const id = newId();
    collectionIds.set(name, id);
    saved.push(device.mutate('collection.add', { id, name, color: hexOf(color), at: next() }));
  }
  const labelIds = new Map<string | undefined, string>();
  for (const { name, color } of LABELS) {
    const id = newId();
    labelIds.set(name, id);
    saved.push(device.mutate('label.add', { id, name, color: hexOf(color), at: next() }));
  }
  const add = ({ collection, day, label, parts = [], partsDone = 0, ...task }: DemoTask) => {
    const id = newId();
    const collectionId = collectionIds.get(collection) ?? '';
    const date = addDays(today, day);
    const labels = labelIds.get(label) ?? '';
    saved.push(
      device.mutate('task.add', { id, description: '', ...task, date, collectionId, labels, at: next() }),
    );
    for (const [index, name] of parts.entries()) {
      const part = { id: newId(), name, description: '', date: null, collectionId, parentId: id };
      saved.push(device.mutate('task.add', { ...part, at: next() }));
      if (index < partsDone) saved.push(device.mutate('task.complete', { id: part.id, at: next() }));
    }
    return id;
  };
  for (const task of TASKS) add(task);
  for (const [index, task] of DONE.entries()) {
    const id = add(task);
    saved.push(device.mutate('task.complete', { id, at: now + task.day * DAY_MS - index * MINUTE_MS }));
  }

  await Promise.all(saved);
  await until(device, 'status', () => device.status().unsent === 0);
  device.close();
}

function hexOf(color: string): (typeof COLORS)[number]['hex'] {
  return (COLORS.find(({ name }) => name === color) ?? COLORS[0]).hex;
}
