import { describe, expect, it } from 'vitest';
import { wordsOf } from '../../src/outgoing/network-words.ts';
import { lineOf, secretsOf } from '../../src/channels/reason.ts';

describe('a reason', () => {
  it('is one line that shows all that it has, of at most 200 characters', () => {
    expect(lineOf('\r\n no\u0007 such\u202e\u2066\u200b topic\u2028here\n at line 2')).toBe(
      'no such topic here',
    );
    expect(lineOf('😀'.repeat(300))).toHaveLength(199);
  });

  it.each([
    ['the address', 'POST https://hooks.example/services/T0/k2Qd-secret?key=abcd', 'POST …'],
    ['its path', 'no route /services/T0/k2Qd-secret', 'no route …'],
    ['its path in JSON', '{"path":"\\/services\\/T0\\/k2Qd-secret"}', '{"path":"…"}'],
    ['a part of it', 'unknown token k2Qd-secret in T0', 'unknown token … in T0'],
    ['its query', 'bad key=abcd', 'bad …'],
    ['nothing', 'invalid_payload', 'invalid_payload'],
  ])('is without the secret parts of the target, where the other side echoes %s', (_, text, line) => {
    expect(lineOf(text, secretsOf('https://hooks.example/services/T0/k2Qd-secret?key=abcd'))).toBe(line);
  });

  it.each([
    ['a value of its query', 'invalid token S3CRET in room 1', 'invalid token … in room 1'],
    ['one with a =', 'bad Zm9v/w==', 'bad …'],
    ['one that is percent-encoded, as it is meant', '{"key":"a/b cd"}', '{"key":"…"}'],
    ['that in JSON', '{"key":"a\\/b cd"}', '{"key":"…"}'],
    ['that as it is written', 'bad a%2Fb+cd', 'bad …'],
    ['a pair of its query', 'unknown token=S3CRET', 'unknown …'],
    ['a name without a value', 'no such k2Qd-name', 'no such …'],
  ])('is without the values in the query of the target, where the other side echoes %s', (_, text, line) => {
    const target = 'https://x.example/in?room=1&token=S3CRET&sig=Zm9v/w==&key=a%2Fb+cd&k2Qd-name';
    expect(lineOf(text, secretsOf(target))).toBe(line);
  });

  it('is without user and password, as they were given and as they were sent', () => {
    const secrets = secretsOf('https://anna:s%20x@ntfy.example/ops');
    const sent = Buffer.from('anna:s x').toString('base64');
    expect(lineOf(`Basic ${sent} is anna:s x, anna with s%20x or s x`, secrets)).toBe(
      'Basic … is …, … with … or …',
    );
    expect(lineOf('pw 1x', secretsOf('https://a:1x@ntfy.example/ops'))).toBe('pw …');
  });

  it('is read from a path whose % encodes nothing', () => {
    expect(lineOf('no 100%-token', secretsOf('https://x.example/100%-token'))).toBe('no …');
  });
});

describe('the words of an error', () => {
  it.each([
    [{ code: 'ECONNREFUSED', message: 'connect ECONNREFUSED 10.0.0.5:25' }, 'the connection was refused'],
    [{ code: 'ESOCKET', originalCode: 'ECONNREFUSED' }, 'the connection was refused'],
    [{ code: 'EDNS', originalCode: 'ENOTFOUND' }, 'the name is unknown'],
    [{ code: 'CERT_HAS_EXPIRED' }, 'the certificate is not valid: it has expired'],
    [{ code: 'CERT_REVOKED' }, 'the certificate is not valid: CERT_REVOKED'],
    [{ code: 'ERR_SSL_WRONG_VERSION_NUMBER' }, 'TLS could not be agreed on'],
    [{ code: 'HPE_INVALID_CONSTANT' }, 'the answer is not HTTP'],
    [{ code: 'EMFILE', message: '/etc/secret' }, 'the connection failed: EMFILE'],
    [{ message: '/etc/secret' }, 'the connection failed'],
  ])('%j are "%s"', (more, words) => {
    expect(wordsOf(Object.assign(new Error('x'), more))).toBe(words);
  });
});
