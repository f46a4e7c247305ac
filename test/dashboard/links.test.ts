import { expect, it } from 'vitest';
import { botPath } from '../../src/dashboard/links.ts';
import { isAmbiguous } from '../../src/http/sent-path.ts';

it.each(['GPTBot', 'bot/1', '..bot', 'a..b/.c', '100%', '%2e%2e', '<b>#?'])(
  'the page of the bot %s has a path that the service does not refuse',
  (name) => {
    const path = botPath('site_1', name);
    expect(path).toBe(`/sites/site_1/bots/${encodeURIComponent(name)}`);
    expect(isAmbiguous(path ?? '')).toBe(false);
  },
);

it.each(['.', '..', 'a/..', './a', 'a/../b', 'a\\b'])('the bot %s has none', (name) => {
  expect(isAmbiguous(`/sites/site_1/bots/${encodeURIComponent(name)}`)).toBe(true);
  expect(botPath('site_1', name)).toBeUndefined();
});
