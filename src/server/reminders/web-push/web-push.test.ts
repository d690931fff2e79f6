import { createPublicKey, verify } from 'node:crypto';
import { expect, test } from 'vitest';
import { encryptPush, MAX_PUSH_BYTES, WrongKeys } from './encrypt.ts';
import { Vapid, vapidKeyFrom, vapidSubject } from './vapid.ts';

const bytes = (text: string) => Buffer.from(text, 'base64url');

/** RFC 8291, appendix A. */
const RFC = {
  text: 'When I grow up, I want to be a watermelon',
  senderPrivate: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
  receiverPublic: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  salt: 'DGv6ra1nlYgDCS1FRnbzlw',
  message:
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
};
const keys = { p256dh: RFC.receiverPublic, auth: RFC.auth };

test('[N6] the example of RFC 8291 gives the same message', () => {
  const sender = { privateKey: bytes(RFC.senderPrivate), salt: bytes(RFC.salt) };
  expect(encryptPush(Buffer.from(RFC.text), keys, sender).toString('base64url')).toBe(RFC.message);
});

test('[N6] each message has a key of its own, and the longest one fits a push service', () => {
  const text = Buffer.alloc(MAX_PUSH_BYTES, 'x');
  const [one, other] = [encryptPush(text, keys), encryptPush(text, keys)];
  expect(one).not.toEqual(other);
  expect(one.length).toBe(4_096);
});

test.each([
  ['too short', { p256dh: 'BCVx', auth: RFC.auth }],
  ['a secret that is too long', { ...keys, auth: `${RFC.auth}AAAA` }],
  ['a compressed point', { ...keys, p256dh: bytes(RFC.receiverPublic).fill(2, 0, 1).toString('base64url') }],
  ['no point of the curve', { ...keys, p256dh: bytes(RFC.receiverPublic).fill(7, 40).toString('base64url') }],
])('[N6] invalid keys are rejected: %s', (_, wrong) => {
  expect(() => encryptPush(Buffer.from('x'), wrong)).toThrow(WrongKeys);
});

/** RFC 8292, section 2.4: the key of its example, which verifies the token. */
const RFC_8292 = {
  token:
    'eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9.eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZS5uZXQiLCJleHAiOjE0NTM1MjM3NjgsInN1YiI6Im1haWx0bzpwdXNoQGV4YW1wbGUuY29tIn0.i3CYb7t4xfxCDquptFOepC9GAu_HLGkMlMuCGSK2rpiUfnK9ojFwDXb1JrErtmysazNjjvW2L9OkSSHzvoD1oA',
  key: 'BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs',
};

function isSignedBy(token: string, key: string): boolean {
  const point = bytes(key);
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'));
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y } as never, format: 'jwk' });
  const [head, claims, signature = ''] = token.split('.');
  const signed = Buffer.from(`${head}.${claims}`);
  return verify('sha256', signed, { key: publicKey, dsaEncoding: 'ieee-p1363' }, bytes(signature));
}

const claimsOf = (token: string) => JSON.parse(bytes(token.split('.')[1] ?? '').toString()) as unknown;

test('[N3] the header identifies the sender to one push service for half a day, as in the example of RFC 8292', () => {
  expect(isSignedBy(RFC_8292.token, RFC_8292.key)).toBe(true);
  const vapid = new Vapid(vapidKeyFrom('a secret'), 'mailto:push@example.com');
  const now = (1_453_523_768 - 12 * 3_600) * 1_000;
  const header = vapid.authorization('https://push.example.net/p/abc?x=1', now);
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(header) ?? [];
  expect(claimsOf(token)).toEqual(claimsOf(RFC_8292.token));
  expect(isSignedBy(token, key)).toBe(true);
  expect(bytes(key)).toHaveLength(65);
  expect(vapid.authorization('https://other.example.net/', now)).not.toBe(header);
  expect(vapid.authorization('https://push.example.net/q', now + 1_000)).toBe(header);
  expect(vapid.authorization('https://push.example.net/q', now + 8 * 3_600_000)).not.toBe(header);
  expect(vapid.authorization('https://push.example.net/q', now - 8 * 3_600_000)).not.toBe(header);
});

test('[N3] servers with one secret share a key, and another secret gives another key', () => {
  const keyOf = (secret: string) => new Vapid(vapidKeyFrom(secret), null).publicKey;
  expect(keyOf('one')).toBe(keyOf('one'));
  expect(keyOf('one')).not.toBe(keyOf('two'));
});

test('[N3] the contact for push services is the site, or the sender of its mail; never this machine, which Apple rejects', () => {
  expect(vapidSubject('https://sunglow.example.com', null)).toBe('https://sunglow.example.com');
  expect(vapidSubject('http://localhost:8080', 'Sunglow <sunglow@example.com>')).toBe(
    'mailto:sunglow@example.com',
  );
  expect(vapidSubject('http://localhost:8080', null)).toBeNull();
});
