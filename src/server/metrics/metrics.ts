import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

import type { ReminderWay } from '#src/tables/setting/reminder-ways.ts';
import type { ReminderObserver } from '#src/server/reminders/dispatch/dispatcher-options.ts';
import type { Outcome } from '#src/sync/protocol.ts';
import type { SyncObserver } from '#src/sync/server/observer.ts';

const LATENCIES = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30];
/** Ages in s, from an instant to some weeks without a network. */
const AGES = [0.1, 1, 10, 60, 600, 3_600, 86_400, 604_800, 2_592_000];

/**
 * The metrics of this server for Prometheus. None is about a single user, and no label has more values than
 * there are codes.
 */
export class Metrics implements SyncObserver, ReminderObserver {
  readonly #registry = new Registry();
  readonly #mutations: Counter<'outcome'>;
  readonly #commits: Histogram;
  readonly #patches: Histogram;
  readonly #ages: Histogram;
  readonly #busLag: Histogram;
  readonly #reminderLag: Histogram;
  readonly #reminders: Counter<'way' | 'outcome'>;

  /** `connections` returns the number of connected devices. */
  constructor(connections: () => number) {
    const registers = [this.#registry];
    collectDefaultMetrics({ register: this.#registry });
    // The registry keeps the gauge, and reads it.
    void new Gauge({
      name: 'sunglow_connections',
      help: 'Devices that are connected.',
      registers,
      collect() {
        this.set(connections());
      },
    });
    this.#mutations = new Counter({
      name: 'sunglow_mutations_total',
      help: 'Mutations that were answered, by outcome: applied, or why not. One that is sent again counts again.',
      labelNames: ['outcome'],
      registers,
    });
    this.#mutations.inc({ outcome: 'applied' }, 0);
    const histogram = (name: string, help: string, buckets: number[]) =>
      new Histogram({ name, help, buckets, registers });
    this.#commits = histogram(
      'sunglow_commit_seconds',
      'From the arrival of a push until it is committed.',
      LATENCIES,
    );
    this.#patches = histogram(
      'sunglow_patch_seconds',
      'From the arrival of a message until the patch that answers it is on its way.',
      LATENCIES,
    );
    this.#ages = histogram(
      'sunglow_outbox_age_seconds',
      'How long the oldest mutation of a push had waited on its device, as the device says.',
      AGES,
    );
    this.#busLag = histogram(
      'sunglow_bus_lag_seconds',
      'How long what this server tells the others takes to come back to it.',
      LATENCIES,
    );
    this.#reminderLag = histogram(
      'sunglow_reminder_lag_seconds',
      'From when a reminder was due until it was handed over.',
      [...LATENCIES, 60, 600, 3_600, 86_400],
    );
    this.#reminders = new Counter({
      name: 'sunglow_reminders_total',
      help: 'Reminders that were sent, by way and outcome: handed over, or why not. One that is tried again counts again.',
      labelNames: ['way', 'outcome'],
      registers,
    });
  }

  handedOver(way: ReminderWay, lag: number): void {
    this.#reminderLag.observe(lag);
    this.#reminders.inc({ way, outcome: 'handed over' });
  }

  failed(way: ReminderWay, reason: string): void {
    this.#reminders.inc({ way, outcome: reason });
  }

  committed(outcomes: readonly Outcome[], seconds: number): void {
    this.#commits.observe(seconds);
    let applied = 0;
    for (const { rejection } of outcomes) {
      if (rejection === null) applied += 1;
      else this.#mutations.inc({ outcome: rejection });
    }
    if (applied > 0) this.#mutations.inc({ outcome: 'applied' }, applied);
  }

  answered(seconds: number): void {
    this.#patches.observe(seconds);
  }

  waited(seconds: number): void {
    this.#ages.observe(seconds);
  }

  returned(seconds: number): void {
    this.#busLag.observe(seconds);
  }

  /** All metrics in the format of Prometheus. */
  async text(): Promise<{ readonly type: string; readonly body: string }> {
    return { type: this.#registry.contentType, body: await this.#registry.metrics() };
  }
}
