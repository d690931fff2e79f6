import type { App } from './app.ts';
import { expect } from './fixtures.ts';
import type { SyncWire } from './sync-wire.ts';
import type { NewUser } from './users.ts';

export interface Trip {
  readonly train: App;
  readonly wire: SyncWire;
  readonly desk: App;
  readonly user: NewUser;
}

/** Two devices of one user with two collections and a task; one of the devices is on a train. */
export async function leave(train: App, newDevice: () => Promise<App>): Promise<Trip> {
  const wire = await train.wire();
  const user = await train.begin({ Home: ['Buy milk'], Work: [] });
  const desk = await newDevice();
  await desk.join(user);
  await expect(desk.task('Buy milk')).toBeVisible();
  await wire.cut();
  return { train, wire, desk, user };
}
