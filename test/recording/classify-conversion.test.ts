import { describe, expect, it } from 'vitest';
import { createGoalFinder } from '../../src/recording/classify-conversion.ts';
import type { ConversionRule } from '../../src/recording/conversion-rules.ts';
import type { LogRecord } from '../../src/recording/log-record.ts';

const rule = (goal: string, path: string, more: Partial<ConversionRule> = {}): ConversionRule => ({
  goal,
  method: 'GET',
  path,
  valueParameter: undefined,
  ...more,
});

function request(parts: Partial<LogRecord>): LogRecord {
  return {
    timeMs: 0,
    address: '192.0.2.7',
    host: undefined,
    method: 'GET',
    target: '/thanks',
    status: 200,
    bytes: undefined,
    referrer: undefined,
    hasAgentField: true,
    userAgent: undefined,
    ...parts,
  };
}

describe('the goal that a request reaches', () => {
  it('is that of the first rule with its path and method', () => {
    const goalOf = createGoalFinder([
      rule('special', '/order/7'),
      rule('order', '/order/*'),
      rule('checkout', '/order/*', { method: 'POST' }),
    ]);
    const goals = ['GET /order/7', 'GET /order/8?x=1', 'POST /order/7', 'HEAD /order/7', 'GET /'].map(
      (line) => {
        const [method, target] = line.split(' ');
        return goalOf(request({ method, target }));
      },
    );
    expect(goals).toEqual([
      { goal: 'special', value: null },
      { goal: 'order', value: null },
      { goal: 'checkout', value: null },
      undefined,
      undefined,
    ]);
  });

  it('is reached if the answer has a status from 100 to 399, so also by a POST that is redirected', () => {
    const goalOf = createGoalFinder([rule('checkout', '/pay', { method: 'POST' })]);
    const statuses = [undefined, 100, 200, 303, 399, 400, 404, 500];
    const reached = statuses.filter((status) => goalOf(request({ method: 'POST', target: '/pay', status })));
    expect(reached).toEqual([100, 200, 303, 399]);
  });

  it('may be a file that pages are made of only if the rule names its kind', () => {
    const download = createGoalFinder([rule('any', '/files/**'), rule('download', '/files/*.zip')]);
    const goals = ['/files/a.zip', '/files/a.png', '/files/a.pdf', '/files/'].map(
      (target) => download(request({ target }))?.goal,
    );
    expect(goals).toEqual(['download', undefined, 'any', 'any']);
  });

  it('is none where there are no rules', () => {
    expect(createGoalFinder([])(request({}))).toBeUndefined();
  });
});

describe('the value of a conversion', () => {
  const goalOf = createGoalFinder([rule('sale', '/thanks', { valueParameter: 'total' })]);
  it.each([
    ['total=19.99', 19.99],
    ['a=1&total=%31%32', 12],
    ['total=+7', 7],
    ['total=-0.5', -0.5],
    ['total=1000000000000000', 1e15],
    ['total=3&total=4', 3],
    ['total=1000000000000001', null],
    ['total=1e3', null],
    ['total=19,99', null],
    ['total=EUR 5', null],
    ['total=0x10', null],
    ['total=NaN', null],
    ['total=.5', null],
    ['total=', null],
    ['subtotal=5', null],
    ['', null],
  ])('of ?%s is %s', (query, value) => {
    expect(goalOf(request({ target: `/thanks?${query}` }))).toEqual({ goal: 'sale', value });
  });

  it('is null without a query, or when the rule names no parameter', () => {
    expect(goalOf(request({ target: '/thanks' }))).toEqual({ goal: 'sale', value: null });
    expect(createGoalFinder([rule('sale', '/thanks')])(request({ target: '/thanks?total=5' }))).toEqual({
      goal: 'sale',
      value: null,
    });
  });
});
