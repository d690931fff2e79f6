import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** Debian's package, and the program's other name. */
const NAMES = ['firefox-esr', 'firefox'];

/** Firefox leaves the machine alone: everything but localhost goes to a proxy that is not there. */
const PREFERENCES = {
  'network.proxy.type': 1,
  'network.proxy.http': '127.0.0.1',
  'network.proxy.http_port': 9,
  'network.proxy.ssl': '127.0.0.1',
  'network.proxy.ssl_port': 9,
  'network.proxy.no_proxies_on': 'localhost, 127.0.0.1',
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'app.update.disabledForTesting': true,
  'datareporting.policy.dataSubmissionEnabled': false,
  'toolkit.telemetry.enabled': false,
  'browser.safebrowsing.downloads.remote.enabled': false,
  'services.settings.server': 'data:,#remote-settings-dummy/v1',
  'extensions.getAddons.cache.enabled': false,
  'ui.prefersReducedMotion': 1,
};

/** The program of an installed Firefox; null without one. */
export function findFirefox(): string | null {
  return NAMES.find((name) => spawnSync(name, ['--version'], { stdio: 'ignore' }).status === 0) ?? null;
}

/** A control, by its role and accessible name, or by a selector where it has no role. */
export type Wanted = { readonly role: string; readonly name: string } | { readonly css: string };

interface Answer {
  readonly id?: number;
  readonly type: 'success' | 'error' | 'event';
  readonly result?: unknown;
  readonly message?: string;
}

interface Node {
  readonly sharedId: string;
}

type Waiting = PromiseWithResolvers<unknown>;

/** A tab of Firefox, steered by WebDriver BiDi (https://w3c.github.io/webdriver-bidi). */
export class Firefox {
  readonly #process: ChildProcess;
  readonly #profile: string;
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, Waiting>();
  #last = 0;
  #tab = '';

  private constructor(process: ChildProcess, profile: string, socket: WebSocket) {
    this.#process = process;
    this.#profile = profile;
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) => this.#onMessage(JSON.parse(String(data)) as Answer));
  }

  static async start(program: string): Promise<Firefox> {
    const profile = mkdtempSync(join(tmpdir(), 'sunglow-firefox-'));
    const lines = Object.entries(PREFERENCES).map(
      ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
    );
    writeFileSync(join(profile, 'user.js'), lines.join('\n'));
    const args = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'];
    const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'] });
    const socket = new WebSocket(`${await addressOf(child)}/session`);
    await once(socket, 'open');
    const firefox = new Firefox(child, profile, socket);
    await firefox.#send('session.new', { capabilities: {} });
    const { contexts } = await firefox.#send<{ contexts: { context: string }[] }>(
      'browsingContext.getTree',
      {},
    );
    firefox.#tab = contexts[0]?.context ?? '';
    return firefox;
  }

  async open(url: string): Promise<void> {
    await this.#send('browsingContext.navigate', { context: this.#tab, url, wait: 'complete' });
  }

  /** The controls that are there now. */
  async find(wanted: Wanted): Promise<readonly Node[]> {
    const locator =
      'css' in wanted
        ? { type: 'css', value: wanted.css }
        : { type: 'accessibility', value: { role: wanted.role, name: wanted.name } };
    const { nodes } = await this.#send<{ nodes: Node[] }>('browsingContext.locateNodes', {
      context: this.#tab,
      locator,
    });
    return nodes;
  }

  /** Presses the first of the controls, which is there. */
  async click(wanted: Wanted): Promise<void> {
    const [node] = await this.find(wanted);
    if (!node) throw new Error(`Firefox has no ${JSON.stringify(wanted)}.`);
    await this.#send('script.callFunction', {
      functionDeclaration: "(element) => element.scrollIntoView({ block: 'center' })",
      arguments: [{ sharedId: node.sharedId }],
      target: { context: this.#tab },
      awaitPromise: false,
    });
    const origin = { type: 'element', element: { sharedId: node.sharedId } };
    await this.#act({
      type: 'pointer',
      id: 'mouse',
      actions: [
        { type: 'pointerMove', x: 0, y: 0, origin },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ],
    });
  }

  /** Types into the control with the focus; `\uE007` is Enter. */
  async type(text: string): Promise<void> {
    const actions = Array.from(text).flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ]);
    await this.#act({ type: 'key', id: 'keyboard', actions });
  }

  async close(): Promise<void> {
    const ended = once(this.#process, 'exit');
    await this.#send('browser.close', {});
    await ended;
    rmSync(this.#profile, { recursive: true, force: true, maxRetries: 5 });
  }

  async #act(source: object): Promise<void> {
    await this.#send('input.performActions', { context: this.#tab, actions: [source] });
  }

  #send<Result>(method: string, params: object): Promise<Result> {
    const waiting = Promise.withResolvers<unknown>();
    this.#waiting.set(++this.#last, waiting);
    this.#socket.send(JSON.stringify({ id: this.#last, method, params }));
    return waiting.promise as Promise<Result>;
  }

  #onMessage({ id = 0, type, result, message }: Answer): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (type === 'error') waiting?.reject(new Error(message));
    else waiting?.resolve(result);
  }
}

/** The address that Firefox prints once it listens. */
async function addressOf({ stderr }: ChildProcess): Promise<string> {
  if (!stderr) throw new Error('Firefox has no standard error.');
  for await (const line of createInterface(stderr)) {
    const [, address] = /WebDriver BiDi listening on (ws:\S+)/.exec(line) ?? [];
    if (address !== undefined) {
      // Nobody reads the rest, which must not fill the pipe.
      stderr.resume();
      return address;
    }
  }
  throw new Error('Firefox ended before it listened.');
}
