import { addDays, calendarDayAt } from '#src/domain/calendar-day.ts';
import { COLORS } from '#src/domain/colors.ts';
import { newId } from '#src/domain/id.ts';
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

/** `day`: days from today. */
const TASKS: readonly { name: string; description?: string; collection: CollectionName; day: number }[] = [
  { name: 'Return the library books', collection: 'Reading list', day: -2 },
  { name: 'Renew the parking permit', collection: 'Home', day: -1 },
  { name: 'Water the tomatoes', collection: 'Garden', day: 0 },
  {
    name: 'Prepare the slides for Friday',
    description: 'Ten at most; the numbers are in the shared folder',
    collection: 'Work',
    day: 0,
  },
  { name: 'Call the dentist', collection: 'Home', day: 0 },
  {
    name: 'Book the hotel in Alfama',
    description: 'Near the tram line 28, with breakfast',
    collection: 'Trip to Lisbon',
    day: 0,
  },
  { name: 'Order a cake for Mira', collection: 'Birthdays', day: 0 },
  { name: 'Read chapter four', collection: 'Reading list', day: 0 },
  { name: 'Write to Grandma', collection: 'Home', day: 0 },
  { name: 'Send the minutes of the meeting', collection: 'Work', day: 1 },
  { name: 'Plant the basil', description: 'Beside the tomatoes', collection: 'Garden', day: 1 },
  { name: 'Buy stamps', collection: 'Home', day: 2 },
  { name: 'Present the new design', collection: 'Work', day: 2 },
  { name: 'Check the passports', collection: 'Trip to Lisbon', day: 3 },
  { name: 'Mira’s birthday', collection: 'Birthdays', day: 4 },
  { name: 'Pack the suitcase', collection: 'Trip to Lisbon', day: 9 },
];

/** Completed, the newest first; `day`: the day it was done. */
const DONE: typeof TASKS = [
  { name: 'Pay the electricity bill', collection: 'Home', day: 0 },
  { name: 'Answer the letter from the bank', collection: 'Home', day: -1 },
  { name: 'Book the flights', collection: 'Trip to Lisbon', day: -1 },
  { name: 'Prune the roses', collection: 'Garden', day: -3 },
];

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Gives a new user what the pictures show: collections and tasks around the instant `now` (ms), whose day is taken in UTC. */
export async function plantDemoData(account: Account, now: number): Promise<void> {
  const device = await openDevice(account);
  const today = calendarDayAt(now, 'UTC');
  // Lists keep the order of creation; each is a minute older than the next.
  let at = now - 7 * DAY_MS;
  const next = () => (at += MINUTE_MS);
  const saved: Promise<void>[] = [];

  const collectionIds = new Map<CollectionName, string>();
  for (const { name, color } of COLLECTIONS) {
    const id = newId();
    const { hex } = COLORS.find((choice) => choice.name === color) ?? COLORS[0];
    collectionIds.set(name, id);
    saved.push(device.mutate('collection.add', { id, name, color: hex, at: next() }));
  }
  const add = ({ name, description = '', collection, day }: (typeof TASKS)[number]) => {
    const id = newId();
    const collectionId = collectionIds.get(collection) ?? '';
    const date = addDays(today, day);
    saved.push(device.mutate('task.add', { id, name, description, date, collectionId, at: next() }));
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
