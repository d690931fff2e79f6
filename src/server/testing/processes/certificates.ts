import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';

export interface Certificate {
  /** Paths of PEM files. */
  readonly certificate: string;
  readonly key: string;
}

/** True if certificates can be made here; Debian's package is `openssl`. */
export const hasOpenssl = spawnSync('openssl', ['version']).status === 0;

/** A self-signed certificate for `host`, stored in `folder` as files called `name`. */
export function selfSignedCertificate(folder: string, name: string, host: string): Certificate {
  const made = { certificate: join(folder, `${name}.crt`), key: join(folder, `${name}.key`) };
  const alternative = /^[\d.]+$/.test(host) ? `IP:${host}` : `DNS:${host}`;
  const request = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2'.split(' ');
  const subject = ['-subj', `/CN=${host}`, '-addext', `subjectAltName=${alternative}`];
  const files = ['-keyout', made.key, '-out', made.certificate];
  execFileSync('openssl', [...request, ...subject, ...files], { stdio: 'ignore' });
  return made;
}
