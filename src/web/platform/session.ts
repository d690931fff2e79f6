import { useStore } from './store.ts';
import { isRecord } from '#src/domain/is-record.ts';

/** Who uses this browser, kept on the device so that the right data opens without a network. */
export interface User {
  readonly id: string;
  readonly name: string;
  /** '' when they have a phone number alone. */
  readonly email: string;
  /** The address of their photo, if they have one. */
  readonly image: string | null;
}

export interface Session {
  /** What the guard judges by (specification, section 2). */
  readonly isSignedIn: boolean;
  /** Null when the flag stands alone; the app then asks the server who it is. */
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

/** The session as this browser's tabs share it. The same object until it changes. */
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

  /** This is called also when what is known of the user has changed. Other tabs hear of what is stored only when it differs. */
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
  // The build knows nobody when it writes the landing page as HTML, nor does the browser while it takes that over.
  return useStore(session, () => ANONYMOUS);
}

/** What the two stored texts say; a user that cannot be read counts as unknown. */
export function parseSession(flag: string | null, user: string | null): Session {
  if (flag !== 'true') return ANONYMOUS;
  return { isSignedIn: true, user: parseUser(parseJson(user)) };
}

/** Checks by hand rather than by schema: the landing page loads this file, and should not load a schema library with it. */
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

/** A browser that blocks storage throws on access: its visitor is anonymous, and the public pages still work. */
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
