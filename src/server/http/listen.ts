import { once } from 'node:events';
import type { Server } from 'node:http';

import { SunglowError } from '#src/domain/errors.ts';

/** The settings that name a port. */
type PortSetting = 'PORT' | 'METRICS_PORT';

export class CannotListen extends SunglowError {
  constructor(host: string, port: number, setting: PortSetting, cause: NodeJS.ErrnoException) {
    super('CANNOT_LISTEN', explain(host, port, setting, cause), { cause });
  }
}

/** The codes of systems without IPv6. */
const NO_SUCH_ADDRESS: readonly unknown[] = ['EADDRNOTAVAIL', 'EAFNOSUPPORT'];

/**
 * Listens on `host` with a server of `createServer`. On `localhost` it listens with two, as browsers and
 * tools differ in trying 127.0.0.1 or ::1 first, and some try only one. Throws CannotListen.
 */
export async function listen(
  createServer: () => Server,
  host: string,
  port: number,
  setting: PortSetting = 'PORT',
): Promise<Server[]> {
  if (host !== 'localhost') return [await listenOn(createServer(), host, port, setting)];
  const first = await listenOn(createServer(), '127.0.0.1', port, setting);
  try {
    return [first, await listenOn(createServer(), '::1', port, setting)];
  } catch (error) {
    if (NO_SUCH_ADDRESS.includes((error as { cause?: { code?: unknown } }).cause?.code)) return [first];
    first.close();
    throw error;
  }
}

async function listenOn(server: Server, host: string, port: number, setting: PortSetting): Promise<Server> {
  server.listen({ host, port });
  try {
    await once(server, 'listening');
    return server;
  } catch (error) {
    throw new CannotListen(host, port, setting, error as NodeJS.ErrnoException);
  }
}

function explain(
  host: string,
  port: number,
  setting: PortSetting,
  { code, message }: NodeJS.ErrnoException,
): string {
  if (code === 'EADDRINUSE')
    return `Port ${port} is in use. Stop what uses it, or set ${setting} to another, such as ${port + 1}.`;
  if (code === 'EACCES') return `Port ${port} is not allowed to you. Set ${setting} to one above 1023.`;
  return `Cannot listen on ${host}, port ${port}: ${message}. Check ${setting.replace('PORT', 'HOST')} and ${setting}.`;
}
