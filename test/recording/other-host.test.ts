import { describe, expect, it } from 'vitest';
import { isOtherHost } from '../../src/recording/other-host.ts';

describe('isOtherHost', () => {
  it.each([
    'site.example',
    'SITE.example',
    'www.site.example',
    'site.example:8443',
    'site.example.',
    'shop.site.example',
    '',
    '-',
    '_',
    'localhost',
    'localhost:3000',
    'backend',
    '192.0.2.1',
    '192.0.2.1:80',
    '2001:db8::1',
    '[2001:db8::1]:443',
    '%%%',
  ])('keeps a request to %j', (host) => {
    expect(isOtherHost(host, 'site.example')).toBe(false);
    expect(isOtherHost(host, 'www.Site.example')).toBe(false);
  });

  it.each(['other.example', 'notsite.example', 'site.example.evil.example', 'a.b', 'www.other.example:80'])(
    'tells a request to %j from one to the site',
    (host) => {
      expect(isOtherHost(host, 'site.example')).toBe(true);
    },
  );

  it('knows a site by its name in either spelling of other alphabets', () => {
    expect(isOtherHost('xn--mnchen-3ya.example', 'münchen.example')).toBe(false);
  });
});
