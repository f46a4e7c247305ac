import { describe, expect, it } from 'vitest';
import { botPath, hasDays, keepDays, sameScreenOf } from '../../src/dashboard/links.ts';
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

describe('a link to another screen', () => {
  it.each([
    ['/sites/a', '?range=7d&by=hour&compare=none', '?range=7d&by=hour&compare=none'],
    ['/sites/a/bots', '?range=7d&by=hour&compare=none', '?range=7d&compare=none'],
    ['/sites/a/events', '?start=2026-01-01&end=2026-01-09&by=hour', '?start=2026-01-01&end=2026-01-09'],
    ['/sites/a/pages', '?range=7d&order=errors&bot=GPTBot&search=x', '?range=7d'],
    ['/sites/a/pages/reach', '?range=7d&state=stale&bot=GPTBot&after=x', '?range=7d'],
    ['/', '?range=all&compare=year&by=hour&after=site_9', '?range=all&compare=year'],
    ['/sites/a/events', '?bot=GPTBot', ''],
    ['/settings/sites', '?range=7d', ''],
    ['/docs', '?range=7d', ''],
  ])('%s keeps of %s what it shows: %s', (path, search, kept) => {
    expect(keepDays(path, search)).toBe(path + kept);
  });
});

it('the screens that may show all time are those of a site, and those of all sites', () => {
  expect(['/', '/alerts', '/sites/a', '/sites/a/events'].filter((path) => !hasDays(path))).toEqual([]);
  expect(['/sign-in', '/settings/alerts', '/share/1'].filter(hasDays)).toEqual([]);
});

describe('the screen shown, of another site', () => {
  it.each([
    ['/sites/a/events', '?range=7d&type=bot&bot=GPTBot&page=%2Fx', '/events?range=7d&type=bot'],
    [
      '/sites/a/pages',
      '?order=errors&search=x&purpose=training&after=9',
      '/pages?order=errors&purpose=training',
    ],
    ['/sites/a/pages/reach', '?range=7d&state=stale&bot=GPTBot&after=x', '/pages/reach?range=7d&state=stale'],
    ['/sites/a/pages/rules', '?from=1&to=3', '/pages/rules'],
    ['/sites/a', '?start=2026-01-01&end=2026-01-09&by=hour', '?start=2026-01-01&end=2026-01-09&by=hour'],
    ['/sites/a/bots/GPT%2FBot', '?range=7d&by=hour', '/bots?range=7d'],
    ['/sites/a/bots', '?range=7d&compare=none', '/bots?range=7d&compare=none'],
    ['/sites/a/share-links', '?range=7d', '/share-links?range=7d'],
    ['/', '?range=7d&compare=none&after=site_9', '?range=7d&compare=none'],
    ['/settings/keys', '', ''],
  ])('of %s%s is %s', (path, search, there) => {
    expect(sameScreenOf('b', path, search)).toBe(`/sites/b${there}`);
  });
});
