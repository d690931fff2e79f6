import type { Peer } from './peer.ts';
import {
  measurePeerFinding,
  measurePeerInBrowser,
  measureSunglowFinding,
  measureSunglowInBrowser,
} from './in-browser.ts';
import { FLOOR } from './floor.ts';
import {
  measureBulk,
  measureFirstSync,
  measureFirstSyncBytes,
  measureLatency,
  measureMemory,
  measureWire,
  type Numbers,
} from './measures.ts';
import { packagePeer } from './package.ts';
import { SUNGLOW_POSTGRES, SUNGLOW_SQLITE } from './sunglow.ts';

export const PEERS = {
  floor: FLOOR,
  sqlite: SUNGLOW_SQLITE,
  postgres: SUNGLOW_POSTGRES,
  tinybase: packagePeer(
    'TinyBase',
    'tinybase',
    'all of a room as one JSON text in SQLite, with fsync, some time after it was passed on',
  ),
  yjs: packagePeer(
    'Yjs with Hocuspocus',
    'yjs',
    'all of a document in SQLite, with fsync, 2 to 10 s after it was passed on (its default)',
  ),
  pouchdb: packagePeer(
    'PouchDB',
    'pouchdb',
    'each document in LevelDB before it is passed on, without fsync (its default)',
  ),
} as const satisfies Record<string, Peer>;

export type PeerName = keyof typeof PEERS;
export const PEER_NAMES = Object.keys(PEERS) as PeerName[];

/** The floor keeps no data for a new device. */
const KEEPING = PEER_NAMES.filter((name) => name !== 'floor');
/** The server's database makes no difference to a page. */
const IN_BROWSER = KEEPING.filter((name) => name !== 'postgres');

interface Measure {
  readonly of: readonly PeerName[];
  /** The limit in s, after that the measurement is ended. */
  readonly limit: number;
  readonly run: (name: PeerName) => Promise<Numbers>;
}

/** The measures. Each runs in a process of its own, peer after peer. */
export const MEASURES: Readonly<Record<string, Measure>> = {
  latency: { of: PEER_NAMES, limit: 60, run: (name) => measureLatency(PEERS[name]) },
  bulk: { of: PEER_NAMES, limit: 120, run: (name) => measureBulk(PEERS[name]) },
  'first-sync-10k': { of: KEEPING, limit: 90, run: (name) => measureFirstSync(PEERS[name], 10_000) },
  'first-sync-100k': { of: KEEPING, limit: 150, run: (name) => measureFirstSync(PEERS[name], 100_000) },
  'first-bytes-10k': { of: KEEPING, limit: 90, run: (name) => measureFirstSyncBytes(PEERS[name], 10_000) },
  'first-bytes-100k': { of: KEEPING, limit: 150, run: (name) => measureFirstSyncBytes(PEERS[name], 100_000) },
  wire: { of: PEER_NAMES, limit: 60, run: (name) => measureWire(PEERS[name]) },
  'memory-1k': { of: PEER_NAMES, limit: 90, run: (name) => measureMemory(PEERS[name], 1_000) },
  'memory-10k': { of: PEER_NAMES, limit: 180, run: (name) => measureMemory(PEERS[name], 10_000) },
  'browser-10k': { of: IN_BROWSER, limit: 600, run: (name) => measureInBrowser(name, 10_000) },
  'browser-100k': { of: IN_BROWSER, limit: 900, run: (name) => measureInBrowser(name, 100_000) },
  'find-100k': { of: IN_BROWSER, limit: 900, run: (name) => measureFinding(name, 100_000) },
};

function measureFinding(name: PeerName, tasks: number): Promise<Numbers> {
  return name === 'sqlite' ? measureSunglowFinding(tasks) : measurePeerFinding(name, tasks);
}

function measureInBrowser(name: PeerName, tasks: number): Promise<Numbers> {
  return name === 'sqlite' ? measureSunglowInBrowser(tasks) : measurePeerInBrowser(name, tasks);
}
