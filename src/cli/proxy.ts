import { setGlobalProxyFromEnv } from 'node:http';

/**
 * Sends https through the proxy that the environment names. Plain http is for this machine alone, and no proxy may read its token. An
 * address that is none counts as no proxy.
 */
export function takeProxyFrom(env: NodeJS.ProcessEnv): void {
  const proxy = URL.parse(env['https_proxy'] ?? env['HTTPS_PROXY'] ?? '');
  // Requests read these by themselves.
  for (const name of ['http_proxy', 'HTTP_PROXY']) delete env[name];
  if (proxy && ['http:', 'https:'].includes(proxy.protocol))
    setGlobalProxyFromEnv({ https_proxy: proxy.href, no_proxy: env['no_proxy'] ?? env['NO_PROXY'] });
}
