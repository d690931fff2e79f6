import type { CalendarDay } from '#src/domain/time/calendar-day.ts';
import { COLORS } from '#src/domain/colors.ts';
import type { Mutation, Operation } from '#src/tables/operations.ts';
import type { Random } from '#src/sync/testing/random.ts';

const DAYS = ['2026-06-14', '2026-06-15', '2026-06-16'] as readonly string[] as readonly CalendarDay[];
/** Few collections, and a preference for the newest tasks, so that the mutations of several devices meet. */
const COLLECTION_NAMES = 12;
const NEWEST_TASKS = 40;

/** Makes valid mutations for the devices of one user. */
export class MutationMaker {
  readonly #random: Random;
  readonly #collections: string[] = [];
  readonly #tasks: string[] = [];

  constructor(random: Random) {
    this.#random = random;
  }

  next(): Mutation {
    return { id: this.#random.uuid(), ...this.#operation() };
  }

  #operation(): Operation {
    const random = this.#random;
    const at = Date.now();
    if (this.#collections.length === 0) return this.#addCollection(at);
    const id = random.pick(this.#tasks.slice(-NEWEST_TASKS).concat(random.uuid()));
    const collectionId = random.pick(this.#collections);
    const dice = random.integer(100);
    if (dice < 45) return this.#addTask(collectionId, at);
    if (dice < 65) {
      const changes = random.chance(0.2) ? { collectionId } : { name: `Edited ${random.integer(1e9)}` };
      return { name: 'task.edit', args: { id, changes, at } };
    }
    if (dice < 73) return { name: 'task.complete', args: { id, at } };
    if (dice < 79) return { name: 'task.reopen', args: { id, collectionId, at } };
    if (dice < 85) return { name: 'task.delete', args: { id, at } };
    if (dice < 91) return { name: 'task.restore', args: { id, collectionId, at } };
    if (dice < 94) return this.#addCollection(at);
    if (dice < 97) {
      const changes = random.chance(0.5) ? { position: random.fraction() } : { name: this.#collectionName() };
      return { name: 'collection.edit', args: { id: collectionId, changes, at } };
    }
    if (dice < 98) return { name: 'collection.delete', args: { id: collectionId, at } };
    return { name: 'collection.restore', args: { id: collectionId, at } };
  }

  #addTask(collectionId: string, at: number): Operation {
    const id = this.#random.uuid();
    this.#tasks.push(id);
    const date = this.#random.pick(DAYS);
    const name = `Task ${this.#tasks.length}`;
    return { name: 'task.add', args: { id, name, description: '', date, collectionId, at } };
  }

  #addCollection(at: number): Operation {
    const id = this.#random.uuid();
    this.#collections.push(id);
    const color = this.#random.pick(COLORS).hex;
    return { name: 'collection.add', args: { id, name: this.#collectionName(), color, at } };
  }

  #collectionName(): string {
    return `Collection ${this.#random.integer(COLLECTION_NAMES)}`;
  }
}
