import { sampleId } from '#src/sync/testing/samples.ts';
import type { MutatorName } from '#src/tables/operations.ts';

const id = sampleId('task', 1);
const collectionId = sampleId('collection', 1);
const at = 1_000;
const task = { id, name: 'Water', description: '', date: '2026-06-15', collectionId, at };

/** Valid arguments of every mutator. */
export const GOOD_ARGUMENTS: Readonly<Record<MutatorName, Record<string, unknown>>> = {
  'collection.add': { id, name: 'Home', color: '#FFCC33', at },
  'collection.edit': { id, changes: { name: 'Garden', position: -0.5 }, at },
  'collection.delete': { id, at },
  'collection.restore': { id, at },
  'collection.purge': { id, at },
  'section.add': { id, collectionId, name: 'Kitchen', place: 'B', at },
  'section.edit': { id, changes: { name: 'Bath', place: 'C' }, at },
  'section.delete': { id, at },
  'section.restore': { id, at },
  'label.add': { id, name: 'waiting', color: '#FFCC33', at },
  'label.edit': { id, changes: { name: 'urgent' }, at },
  'label.delete': { id, at },
  'label.restore': { id, at },
  'task.add': task,
  'task.edit': { id, changes: { name: 'New', description: 'b', date: '2026-06-16' }, base: 'a', at },
  'task.label': { id, add: id, remove: '', at },
  'task.complete': { id, at },
  'task.advance': {
    id,
    due: '2026-06-15',
    now: '2026-06-15T09:30',
    occurrenceId: null,
    steps: '',
    renews: 1,
    at,
  },
  'task.turn': {
    id,
    occurrenceId: null,
    isThere: 0,
    changes: { date: '2026-06-15' },
    below: [{ id, changes: { date: '2026-06-15' } }],
    at,
  },
  'task.reopen': { id, collectionId, at },
  'task.delete': { id, at },
  'task.restore': { id, collectionId, at },
  'task.purge': { id, at },
  'setting.set': { id: 'theme', value: 'dark', at },
  'reminder.add': { id, taskId: id, minutesBefore: 10, at },
  'reminder.delete': { id, at },
  'reminder.restore': { id, at },
  'dismissal.add': { id, wording: 'mar', language: 'en', at },
  'dismissal.remove': { id, at },
  'filter.add': { id, name: 'Soon', query: 'today | p1', color: null, isFavourite: 1, at },
  'filter.edit': { id, changes: { query: 'overdue', place: 'C' }, at },
  'filter.delete': { id, at },
  'filter.restore': { id, at },
  'proposal.add': {
    id,
    name: 'Tidy up',
    reason: 'Twice the same.',
    program: 'Librarian',
    tokenId: id,
    expiresAt: at,
    items: '[]',
    at,
  },
  'proposal.delete': { id, at },
  'proposal.restore': { id, at },
  'proposal.decide': { id, accept: id, decline: '', reopen: '', at },
};
