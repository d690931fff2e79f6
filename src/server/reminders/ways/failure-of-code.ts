import type { FailureReason } from '#src/reading/remind/push-api.ts';

/**
 * Codes of Node.js, its resolver (`dns`), OpenSSL and the HTTP parser (llhttp), by the reason that they stand
 * for.
 */
const REASONS: readonly (readonly [RegExp, FailureReason])[] = [
  [/^(?:ETIMEDOUT|ETIMEOUT|ECANCELLED)$/, 'TIMED_OUT'],
  [/^(?:ENOTFOUND|ENODATA|ENONAME|EBADNAME)$/, 'NAME_NOT_FOUND'],
  [
    /^(?:CERT_|UNABLE_TO_|ERR_TLS_CERT_|ERROR_IN_CERT_|INVALID_CA$|INVALID_PURPOSE$|HOSTNAME_MISMATCH$)|SELF_SIGNED_CERT/,
    'WRONG_CERTIFICATE',
  ],
  [/^(?:EPROTO$|ERR_SSL_|HPE_)/, 'WRONG_PROTOCOL'],
];

/** The reason why a request got no answer, by the code of its error. */
export function failureOfCode(code: string): FailureReason {
  return REASONS.find(([codes]) => codes.test(code))?.[1] ?? 'UNREACHABLE';
}
