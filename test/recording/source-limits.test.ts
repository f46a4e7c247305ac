import { expect, it } from 'vitest';
import { SOURCE_LIMIT_CODES } from '../../src/domain/source-limits.ts';
import { remedyOf } from '../../src/domain/source-remedies.ts';
import type { LogRecord } from '../../src/recording/log-record.ts';
import { addFields, noFields, seeFields } from '../../src/recording/seen-fields.ts';
import { limitsIn } from '../../src/recording/source-limits.ts';

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

const WHOLE: LogRecord = {
  ...{ timeMs: 0, address: '203.0.113.9', host: 'example.com', method: 'GET', target: '/' },
  ...{ status: 200, bytes: 5, referrer: 'https://chatgpt.com/', hasAgentField: true, userAgent: BROWSER },
};

function seenIn(records: readonly LogRecord[]) {
  const seen = noFields();
  for (const record of records) seeFields(seen, record);
  return seen;
}

function times(count: number, given: Partial<LogRecord>): readonly LogRecord[] {
  return Array.from({ length: count }, () => ({ ...WHOLE, ...given }));
}

it.each<[string, readonly LogRecord[], readonly string[]]>([
  ['nothing', [], []],
  ['a record with all of it', [WHOLE], []],
  ['one without a user agent', times(1, { hasAgentField: false }), ['no-user-agent']],
  ['empty user agents, which a log has', times(30, { userAgent: undefined }), []],
  ['no address', times(1, { address: '-' }), ['no-address']],
  ['no host', times(1, { host: undefined }), ['no-host']],
  ['no status', times(1, { status: undefined }), ['no-status']],
  ['a visitor without a referrer', times(19, { referrer: undefined }), []],
  ['twenty of them', times(20, { referrer: undefined }), ['no-referrer']],
  ['bots, which send none', times(200, { referrer: undefined, userAgent: 'GPTBot/1.2' }), []],
  ['programs', times(200, { referrer: undefined, userAgent: 'curl/8.5.0' }), []],
  ['clients without a name', times(200, { referrer: undefined, userAgent: undefined }), []],
  [
    'a log without agents',
    times(20, { referrer: undefined, hasAgentField: false, userAgent: undefined }),
    ['no-user-agent', 'no-referrer'],
  ],
  ['one that has it', [...times(100, { referrer: undefined }), WHOLE], []],
  ['a client in the first network', times(19, { address: '203.0.113.0' }), []],
  ['twenty of them', times(20, { address: '203.0.113.0' }), ['addresses-anonymised']],
  ['masked ones', times(20, { address: '203.0.113.xxx' }), ['addresses-anonymised']],
  ['IPv6', times(20, { address: '2001:db8::' }), ['addresses-anonymised']],
  ['one whole address', [...times(100, { address: '203.0.113.0' }), WHOLE], []],
])('%s shows what a source does not tell', (_, records, limits) => {
  expect(limitsIn(seenIn(records))).toEqual(limits);
});

it('looks at the first 200 records of a batch, and adds those of several', () => {
  const [one, other] = [seenIn(times(201, {})), seenIn([...times(1, { host: undefined }), WHOLE])];
  expect([one.records, one.hosts]).toEqual([200, 200]);
  expect(addFields(one, other)).toEqual({ ...one, records: 202, hosts: 201, ...countsOf(202) });
});

function countsOf(count: number) {
  return { agentFields: count, addresses: count, statuses: count, referrers: count, visits: count };
}

it('each limit says for each sender what to change', () => {
  const remedies = SOURCE_LIMIT_CODES.flatMap((code) =>
    [null, 'logpush', 'vercel', 'lines'].map((sender) => remedyOf(code, { kind: 'drain', sender })),
  );
  expect(remedies.map((found) => found?.code)).toEqual(
    SOURCE_LIMIT_CODES.flatMap((code) => Array<string>(4).fill(code)),
  );
  for (const found of remedies) expect(found?.remedy).toMatch(/^[A-Z].*: .*\. [A-Z].*\.$/);
  expect(remedyOf('of-a-later-release', { kind: 'log', sender: null })).toBeUndefined();
});
