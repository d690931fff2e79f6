import type { MiddlewareHandler } from 'hono';

import type { Config } from '#src/server/config/config.ts';

/** Browsers' preload lists require at least a year. */
const YEAR_S = 31_536_000;

const HSTS: Record<Config['hsts'], string> = {
  host: `max-age=${YEAR_S}`,
  subdomains: `max-age=${YEAR_S}; includeSubDomains`,
  preload: `max-age=${YEAR_S}; includeSubDomains; preload`,
};

/**
 * Features that no page of ours uses, so that an injected script cannot use them either. All names are known
 * to browsers, as they complain on the console of every page about others.
 */
const FEATURES = [
  'accelerometer',
  'camera',
  'display-capture',
  'encrypted-media',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'serial',
  'usb',
  'xr-spatial-tracking',
];

/** Sets the headers that keep other sites' scripts, frames and windows away from the app. */
export function securityHeaders({ publicUrl, hsts }: Pick<Config, 'publicUrl' | 'hsts'>): MiddlewareHandler {
  const { protocol, host } = new URL(publicUrl);
  const secure = protocol === 'https:';
  // `'self'` covers the socket in today's browsers, but not in those of a few years ago.
  const socket = `${secure ? 'wss' : 'ws'}://${host}`;
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self' data: blob:",
    `connect-src 'self' ${socket}`,
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "object-src 'none'",
  ].join('; ');
  const headers: Record<string, string> = {
    'content-security-policy': policy,
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': FEATURES.map((feature) => `${feature}=()`).join(', '),
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    ...(secure && { 'strict-transport-security': HSTS[hsts] }),
  };

  return async (c, next) => {
    await next();
    // An answer may have a stricter policy of its own.
    for (const [name, value] of Object.entries(headers))
      if (!c.res.headers.has(name)) c.res.headers.set(name, value);
  };
}
