import { buildServer } from '#scripts/build.mjs';

/** Builds the server as `npm start` runs it. */
export async function buildTheServer(): Promise<void> {
  const code = await buildServer();
  if (code !== 0) throw new Error('The server could not be built; the reason stands above.');
}
