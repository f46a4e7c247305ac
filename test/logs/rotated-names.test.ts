import { expect, it } from 'vitest';
import { rotatedNamesOf } from '../../src/logs/rotated-names.ts';

it.each([
  'access.log.1',
  'access.log.12.gz',
  'access.log-20261120',
  'access.log-20261120.gz',
  'access.log-2026-11-20-1795132800',
  'access.log.2026-11-20',
  'access-20261120.log',
  'access-2026-11-20T10-00-00.000.log',
  'access-2026-11-20T10-00-00.000.log.gz',
])('%s is a rotated access.log', (name) => {
  expect(rotatedNamesOf('/var/log/access.log')(name)).toBe(true);
});

it.each([
  'access.log',
  'access.log.gz',
  'access.log.1.xz',
  'access.log.20261120-100000.tmp',
  'access.log.bak',
  'access.log.swp',
  'access-2.log',
  'access-static.log',
  'other-access.log.1',
  'error.log.1',
  'access-20261120.json',
])('%s is none', (name) => {
  expect(rotatedNamesOf('/var/log/access.log')(name)).toBe(false);
});

it.each([
  ['0.log', ['0.log.20261120-100000', '0.log.20261120-100000.gz']],
  ['a1b2-json.log', ['a1b2-json.log.1', 'a1b2-json.log.2.gz']],
])('Kubernetes and Docker rotate their files so: %s', (name, rotated) => {
  expect(rotated.filter(rotatedNamesOf(`/var/log/${name}`))).toEqual(rotated);
});

it('a name without a suffix is rotated too', () => {
  const isRotated = rotatedNamesOf('/var/log/access_log');
  expect(['access_log.1', 'access_log-20261120.gz', 'access_log2', 'access-20261120'].map(isRotated)).toEqual(
    [true, true, false, false],
  );
});
