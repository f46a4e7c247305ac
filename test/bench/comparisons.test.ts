import { describe, expect, it } from 'vitest';
import { type Judge, type Load, type Round, quietRounds, summarise } from './comparisons.ts';
import type { Contestant, Goals, Workload } from './workloads.ts';

const contestant: Contestant = {
  name: 'product',
  server: 'product',
  requests: [],
  requestsPerAnswer: 1,
  keys: 1,
  read: ([body]) => body,
};

function workloadWith(goals: Goals): Workload {
  return { name: 'work', product: contestant, rivals: [{ ...contestant, name: 'rival', goals }] };
}

function load({ rate = 100, nodeUs = 100, postgresUs = 50, others = 0 }): Load {
  return { answersPerSecond: rate, nodeUs, postgresUs, p50Ms: 1, p99Ms: 2, others };
}

function compare(rounds: readonly Round[], goals: Goals, { judge = 'CPU', connections = 16 } = {}) {
  const match = { workload: workloadWith(goals), connections, rounds };
  return summarise([match], judge as Judge).comparisons[0];
}

describe('a comparison', () => {
  it('has the ratio of the median rates, and that of the lower quartiles of CPU time', () => {
    const rounds = [
      [load({ rate: 300, nodeUs: 50, postgresUs: 50 }), load({ rate: 100, nodeUs: 100, postgresUs: 100 })],
      [load({ rate: 200, nodeUs: 90, postgresUs: 10 }), load({ rate: 50, nodeUs: 200, postgresUs: 200 })],
      [load({ rate: 100, nodeUs: 400, postgresUs: 0 }), load({ rate: 200, nodeUs: 300, postgresUs: 100 })],
    ];
    expect(compare(rounds, {})).toEqual({
      workload: 'work',
      connections: 16,
      rival: 'rival',
      ratio: 2,
      spread: [0.5, 4],
      // of 100, 100 and 400, and of 200, 400 and 400
      cpuRatio: 100 / 300,
      cpuSpread: [0.25, 1],
      rateAtLeast: undefined,
      cpuAtMost: undefined,
      reached: undefined,
    });
  });

  const round = [
    load({ rate: 200, nodeUs: 100, postgresUs: 0 }),
    load({ rate: 100, nodeUs: 200, postgresUs: 0 }),
  ];

  it.each([
    [{ rateAtLeast: 2 }, { rateAtLeast: 2, cpuAtMost: undefined, reached: true }],
    [{ rateAtLeast: 2.1 }, { rateAtLeast: 2.1, cpuAtMost: undefined, reached: false }],
    [
      { rateAtLeast: 2, cpuAtMost: 0.5 },
      { rateAtLeast: 2, cpuAtMost: 0.5, reached: true },
    ],
    [
      { rateAtLeast: 2, cpuAtMost: 0.49 },
      { rateAtLeast: 2, cpuAtMost: 0.49, reached: false },
    ],
  ])('reaches %j by its rate, and by its CPU time where the goal has one', (goal, verdict) => {
    expect(compare([round], { 16: goal }, { judge: 'rate' })).toMatchObject(verdict);
  });

  it.each([
    [{ rateAtLeast: 2 }, { rateAtLeast: 2, cpuAtMost: 0.5, reached: true }],
    [{ rateAtLeast: 2.1 }, { rateAtLeast: 2.1, cpuAtMost: 1 / 2.1, reached: false }],
    [
      { rateAtLeast: 9, cpuAtMost: 0.5 },
      { rateAtLeast: 9, cpuAtMost: 0.5, reached: true },
    ],
    [
      { rateAtLeast: 1, cpuAtMost: 0.49 },
      { rateAtLeast: 1, cpuAtMost: 0.49, reached: false },
    ],
  ])('reaches %j by CPU time alone if that is what decides', (goal, verdict) => {
    expect(compare([round], { 16: goal })).toMatchObject(verdict);
  });

  it('takes no CPU time from the rate of a single connection, which mostly waits', () => {
    expect(compare([round], { 1: { rateAtLeast: 2 } }, { connections: 1 })).toMatchObject({
      rateAtLeast: 2,
      cpuAtMost: undefined,
      reached: undefined,
    });
  });
});

describe('rounds', () => {
  const during = (...others: readonly number[]): Round => others.map((share) => load({ others: share }));

  it('do not count if other processes took more than a tenth of the cores during any of their loads', () => {
    const rounds = [during(0.02, 0.1), during(0.01, 0.11), during(0, 0), during(0.5, 0)];
    expect(quietRounds(rounds)).toEqual([rounds[0], rounds[2]]);
  });

  it('all count if most are disturbed', () => {
    const rounds = [during(0.4), during(0.2), during(0.05), during(0.3), during(0.1)];
    expect(quietRounds(rounds)).toEqual(rounds);
  });

  it('are reported with how many were left out, and how much of the cores others took', () => {
    const rounds = [during(0, 0.02), during(0.3, 0.01), during(0.04, 0)];
    const match = { workload: workloadWith({}), connections: 16, rounds };
    expect(summarise([match], 'CPU').disturbance).toEqual({
      rounds: 3,
      leftOut: 1,
      others: 0.04,
      othersAtMost: 0.3,
    });
    expect(summarise([], 'CPU').disturbance).toBeUndefined();
  });
});
