import { describe, expect, it } from 'vitest';
import type { Exclusions } from '../../src/domain/exclusions.ts';
import { setExclusions } from '../../src/operations/owner/exclusions.ts';
import { byOperator } from '../../src/operations/owner/in-account.ts';
import { watchQueries } from '../support/asked-queries.ts';
import { startGateway } from '../support/gateway.ts';
import { makeBackend, outcome, storedEvents } from './support.ts';

const AT = '2026-03-10T12:00:00.000Z';
const request = (target: string, address?: string) => ({
  ...{ type: 'request', method: 'GET', target, status: 200, user_agent: 'GPTBot/1.2', created_at: AT },
  ...(address !== undefined && { address }),
});
const visit = (page_path: string, address?: string) => ({
  ...{ type: 'bot', page_path, user_agent: 'GPTBot/1.2', created_at: AT },
  ...(address !== undefined && { address }),
});

async function start(exclusions: Partial<Exclusions>) {
  const { db, asked } = watchQueries();
  const gateway = startGateway({ db });
  const backend = await makeBackend(gateway);
  const exclude = (given: Partial<Exclusions>) =>
    setExclusions(byOperator(db, 0), backend.site.id, { addresses: [], paths: [], ...given });
  await exclude(exclusions);
  const recorded = async () =>
    (await storedEvents(db, backend.site))
      .map((event) => (event as { pagePath: string }).pagePath)
      .toSorted();
  return { ...backend, exclude, recorded, asked };
}

describe('what a site excludes', () => {
  it('is no event, whether it comes as a request or as an event, and is counted as passed over', async () => {
    const { send, recorded } = await start({ addresses: ['203.0.113.0/24'], paths: ['/admin/**'] });

    const answer = await send([
      ...[request('/admin/a'), request('/b', '203.0.113.7'), request('/c', '198.51.100.7'), request('/d')],
      ...[visit('/admin/e'), visit('/f', '203.0.113.8'), visit('/g', '198.51.100.7'), visit('/h')],
    ]);

    expect(outcome(answer)).toEqual({ status: 200, body: { recorded: 4, passed_over: 4 } });
    expect(await recorded()).toEqual(['/c', '/d', '/g', '/h']);
  });

  it('holds from the next submission on, and what was recorded stays', async () => {
    const { send, recorded, exclude } = await start({});
    await send([request('/a'), request('/b')]);
    await exclude({ paths: ['/a'] });
    expect(outcome(await send([request('/a'), request('/b')])).body).toEqual({ recorded: 1, passed_over: 1 });
    await exclude({});
    expect(outcome(await send([request('/a')])).body).toEqual({ recorded: 1, passed_over: 0 });
    expect(await recorded()).toEqual(['/a', '/a', '/b', '/b']);
  });

  it('is read with the key, by no statement of its own', async () => {
    const { send, asked } = await start({ paths: ['/a'] });
    await send([request('/b')]);
    const before = asked.length;
    expect(outcome(await send([request('/a')])).body).toEqual({ recorded: 0, passed_over: 1 });
    const tables = asked.slice(before).flatMap(({ text }) => /^select .* from "(\w+)"/.exec(text)?.[1] ?? []);
    expect(tables).toEqual(['api_keys']);
  });
});
