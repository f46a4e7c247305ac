import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { atEnd } from '../support/at-end.ts';
import { itKeepsThePromises } from './conformance.ts';
import { type FakeCollector, startFakeCollector } from './fake-collector.ts';
import { WORDPRESS_HOST, type WordPressSite, startWordPress } from './hosts/wordpress.ts';
import { withWordPress } from '../support/left-out.ts';

const GPTBOT = { 'user-agent': 'GPTBot/1.2' };

describe.skipIf(!withWordPress)('the plugin for WordPress', () => {
  itKeepsThePromises(WORDPRESS_HOST);

  it('counts a batch once that was recorded when all processes of the site were killed', async () => {
    const { collector, site } = await startAndKill();
    await startAgain(site);
    const targets = collector.requests().map(({ target }) => target);
    expect(targets.filter((target) => target.startsWith('/p/'))).toEqual(['/p/1', '/p/2', '/p/3']);
    const keys = collector.tries.map(({ headers }) => headers['idempotency-key']);
    expect(keys.length).toBeGreaterThan(new Set(keys).size);
    expect(collector.wrong).toEqual([]);
  });

  it('does not send a batch again whose key the service may have forgotten', async () => {
    const { collector, site } = await startAndKill();
    await site.query('UPDATE wp_site_traffic_spool SET since = since - 90000 WHERE batch IS NOT NULL');
    const again = await startAgain(site);
    const keys = collector.tries.map(({ headers }) => headers['idempotency-key']);
    expect(new Set(keys).size).toBe(keys.length);
    await expect
      .poll(again.settingsPage)
      .toMatch(/dropped: \d+ \(the service did not take them for 20 hours\)/);
  });

  describe('on a site of its own', () => {
    let collector: FakeCollector;
    let site: WordPressSite;
    beforeAll(async () => {
      collector = await startFakeCollector();
      site = await startWordPress({ collector });
    });
    afterAll(() => site.kill());

    const read = async (path: string) => (await fetch(`${site.url}${path}`, { headers: GPTBOT })).text();

    const targets = () => collector.requests().map(({ target }) => target);

    it('sends the visit of a quiet site at once', async () => {
      // the request that waited for its start was sent a moment ago
      const forget = 'DELETE FROM wp_options WHERE option_name = "site_traffic_state"; SELECT ROW_COUNT()';
      await expect.poll(() => site.query(forget)).toBe('1\n');
      await read('/p/7');
      await expect.poll(targets).toContain('/p/7');
    });

    it('reports once what leaves a transaction open, and loses nothing that is printed at the end', async () => {
      expect([await read('/left-open'), await read('/late')]).toEqual(['left open', 'early, late']);
      const reported = async () => {
        await site.flush?.();
        return targets().filter((target) => ['/left-open', '/late'].includes(target));
      };
      await expect.poll(reported).toHaveLength(2);
      expect(await site.query('SELECT COUNT(*) FROM wp_site_traffic_spool')).toBe('0\n');
    });

    it('makes the table that is missing, in a site of a network', async () => {
      const { query } = site;
      await query('DROP TABLE wp_site_traffic_spool');
      await query('DELETE FROM wp_options WHERE option_name = "site_traffic_table"');
      await expect.poll(() => read('/p/8').then(targets)).toContain('/p/8');
    });

    it('answers on while a backup locks the table, and shows nobody what visitors sent', async () => {
      const { query } = site;
      const locked = query('LOCK TABLES wp_site_traffic_spool READ; DO SLEEP(4)').then(() => 'unlocked');
      await expect.poll(() => query('SHOW PROCESSLIST')).toContain('SLEEP(4)');
      // the pool has four processes
      const answers = Promise.all([1, 2, 3, 4, 5, 6].map((number) => read(`/p/${number}?locked`)));
      expect(await Promise.race([answers, locked])).toEqual(Array(6).fill('page'));
      await locked;
      await expect.poll(() => site.output()).toContain('did not store a request');
      expect(site.output()).not.toContain('locked');
    });

    it('holds 10,000 requests, counts what it drops, and shows both but not the key', async () => {
      const { query } = site;
      collector.trouble(...Array<'unavailable'>(20).fill('unavailable'));
      await query('DELETE FROM wp_site_traffic_spool');
      await query(`INSERT INTO wp_site_traffic_spool (since, line) SELECT 0, '{}' FROM seq_1_to_10000`);
      await read('/p/9');
      await expect.poll(() => site.output()).toContain('as many requests as it may; requests lost so far: 1');
      const page = await site.settingsPage();
      expect(page).toContain('not sent yet: 10000');
      expect(page).toContain('dropped: 1 (too many were not sent yet)');
      expect(page).toContain('Varnish may keep pages');
      expect(page).toContain(`…${collector.key.slice(-4)}`);
      expect(page + site.output()).not.toContain(collector.key);
    });
  });
});

/** A site whose processes were killed while the service, which had recorded their batch, did not answer. */
async function startAndKill() {
  const collector = await startFakeCollector();
  const site = await startWordPress({ collector });
  atEnd(site.kill);
  collector.trouble('record and hang', 'record and hang', 'record and hang');
  for (const number of [1, 2, 3]) await fetch(`${site.url}/p/${number}`, { headers: GPTBOT });
  // it is held a moment after its answer
  const held = "SELECT COUNT(*) FROM wp_site_traffic_spool WHERE line LIKE '%/p/3%'";
  await expect.poll(() => site.query(held)).toBe('1\n');
  void site.flush?.().catch(() => undefined);
  await expect.poll(() => collector.held()).toBeGreaterThan(0);
  await site.kill();
  collector.trouble();
  return { collector, site };
}

/** Starts it again until nothing is held. It does not wait between its tries. */
async function startAgain(site: WordPressSite): Promise<WordPressSite> {
  const again = await site.again();
  atEnd(again.kill);
  await expect
    .poll(async () => {
      await again.query('DELETE FROM wp_options WHERE option_name = "site_traffic_state"');
      await again.flush?.();
      return (await again.query('SELECT COUNT(*) FROM wp_site_traffic_spool')).trim();
    })
    .toBe('0');
  return again;
}
