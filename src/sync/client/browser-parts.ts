import { SYNC_PATH } from '#src/domain/between-paths.ts';
import type { Connect } from '#src/sync/client/connection/link.ts';
import type { StartTimer } from './start-timer.ts';
import type { TabChannel, TabMessage } from '#src/sync/client/tabs/tab-channel.ts';

/** Joins the tabs of the user whose database has this name. */
export function joinTabs(name: string, receive: (message: TabMessage) => void): TabChannel {
  const channel = new BroadcastChannel(name);
  // Only tabs of this origin can post here.
  channel.addEventListener('message', (event: MessageEvent<TabMessage>) => receive(event.data));
  return { post: (message) => channel.postMessage(message), close: () => channel.close() };
}

/** Opens a socket to the server that the app came from. */
export const connect: Connect = (events) => {
  const url = new URL(SYNC_PATH, location.href);
  url.protocol = url.protocol.replace('http', 'ws');
  const socket = new WebSocket(url);
  socket.addEventListener('open', () => events.opened());
  socket.addEventListener('message', (event) => events.received(String(event.data)));
  socket.addEventListener('close', (event) => events.closed(event.code));
  return {
    send: (text) => socket.send(text),
    close: () => {
      // Closing a socket that still connects makes the browser log an error.
      if (socket.readyState === WebSocket.CONNECTING) socket.addEventListener('open', () => socket.close());
      else socket.close();
    },
  };
};

export const startTimer: StartTimer = (ms, run) => {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
};
