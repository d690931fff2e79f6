import { useStore } from './store.ts';
import { isRecord } from '#src/domain/is-record.ts';

/** The user of this browser, stored on the device so that the right data opens without a network. */
export interface User {
  readonly id: string;
  readonly name: string;
  /** '' for a user with only a phone number. */
  readonly email: string;
  /** The address of the user's photo, if there is one. */
  readonly image: string | null;
}

export interface Session {
  /** The flag that the guard reads (specification, section 2). */
  readonly isSignedIn: boolean;
  /** Null when only the flag is stored; the app then asks the server for the user. */
  readonly user: User | null;
}

const FLAG = 'isLoggedIn';
const USER = 'sunglow.user';
const ANONYMOUS: Session = { isSignedIn: false, user: null };

const listeners = new Set<() => void>();
let seen: { flag: string | null; user: string | null; session: Session } = {
  flag: null,
  user: null,
  session: ANONYMOUS,
};

/** The session that this browser's tabs share. The same object until it changes. */
export const session = {
  get(): Session {
    const flag = read(FLAG);
    const user = read(USER);
    if (flag !== seen.flag || user !== seen.user) seen = { flag, user, session: parseSession(flag, user) };
    return seen.session;
  },

  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    window.addEventListener('storage', listener);
    return () => {
      listeners.delete(listener);
      window.removeEventListener('storage', listener);
    };
  },

  /**
   * Also called when facts about the user have changed. Other tabs only notice when the stored text differs.
   */
  start(user: User): void {
    localStorage.setItem(USER, JSON.stringify({ ...user, storedAt: Date.now() }));
    localStorage.setItem(FLAG, 'true');
    announce();
  },

  end(): void {
    localStorage.removeItem(FLAG);
    localStorage.removeItem(USER);
    announce();
  },
};

export function useSession(): Session {
  // The build writes the landing page as HTML without a user, and the browser starts from the same state.
  return useStore(session, () => ANONYMOUS);
}

/** The session from the two stored texts; an unreadable user counts as unknown. */
export function parseSession(flag: string | null, user: string | null): Session {
  if (flag !== 'true') return ANONYMOUS;
  return { isSignedIn: true, user: parseUser(parseJson(user)) };
}

/** Checked by hand, since the landing page loads this file and should not load a schema library. */
export function parseUser(value: unknown): User | null {
  if (!isRecord(value)) return null;
  const { id, name, email, image } = value;
  if (typeof id !== 'string' || id === '' || typeof name !== 'string' || typeof email !== 'string')
    return null;
  return { id, name, email, image: typeof image === 'string' && image !== '' ? image : null };
}

function parseJson(text: string | null): unknown {
  if (text === null) return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * A browser that blocks storage throws on access. Its visitor is anonymous, and the public pages still work.
 */
function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function announce(): void {
  for (const listener of listeners) listener();
}
