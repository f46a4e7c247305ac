import { expect, it } from 'vitest';
import { adviseOnPublicUrl } from '../../src/serving/public-url-advice.ts';
import { readConfig } from '../../src/settings/config.ts';

const PROXIES = { TRUSTED_PROXIES: '127.0.0.1' };

it.each<[NodeJS.ProcessEnv, string]>([
  [
    PROXIES,
    'owners can sign in at the address that TRUSTED_PROXIES send (in Forwarded, or in X-Forwarded-Proto with X-Forwarded-Host or Host), but sign-in links begin with http://127.0.0.1:4000',
  ],
  [
    { ...PROXIES, TRUSTED_USER_HEADER: 'X-User', HOST: '10.0.0.1' },
    'owners whom TRUSTED_USER_HEADER signs in can change nothing unless they open http://10.0.0.1:4000, and sign-in links begin with http://10.0.0.1:4000',
  ],
  [
    { HOST: '0.0.0.0', PORT: '80' },
    'owners can sign in at http://127.0.0.1 or http://localhost or http://[::1] only, and sign-in links begin with http://127.0.0.1',
  ],
])('with %j says what does not work without PUBLIC_URL', (env, state) => {
  expect(adviseOnPublicUrl(readConfig(env))).toBe(
    `PUBLIC_URL is not set: ${state}. Set PUBLIC_URL to the address at which owners open the service, such as https://stats.example.com.`,
  );
});

it.each<NodeJS.ProcessEnv>([
  {},
  { HOST: '::1' },
  { HOST: '127.1.2.3' },
  { ...PROXIES, PUBLIC_URL: 'https://stats.example.com' },
])('says nothing with %j', (env) => {
  expect(adviseOnPublicUrl(readConfig(env))).toBeUndefined();
});
