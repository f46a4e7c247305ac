import type { LeftOut } from '../../../src/statistics/hourly.ts';
import type { Random } from './random.ts';
import type { Habit } from './traffic.ts';

/** How a kind of series comes. */
export type Kind = {
  readonly name: string;
  readonly makeHabit: (random: Random) => Habit;
  /** Whether nothing was recorded in an hour, counted from the first. */
  readonly gaps?: LeftOut;
};

/** How far hours differ from the mean of their day, and days of the weekend from that of the week. */
const RHYTHM = { day: 0.3, weekend: 0.85 };

/** Busiest in the afternoon, and from Monday to Friday; its mean is 1. */
export function weekOf(day: number, hour: number): number {
  const weekday = (7 - 2 * RHYTHM.weekend) / 5;
  return (1 + RHYTHM.day * Math.sin(((hour - 8) / 12) * Math.PI)) * (day % 7 >= 5 ? RHYTHM.weekend : weekday);
}

const LEVELS = [1, 3, 30, 300] as const;
const RATIOS = [1, 5, 20] as const;

/** Steady ones, by visits a day and variance ÷ mean. */
export const STEADY: readonly Kind[] = LEVELS.flatMap((level) =>
  RATIOS.map((ratio) => ({
    name: `${level} a day, ${ratio}`,
    makeHabit: () => ({ perDay: (day, hour) => level * weekOf(day, hour), ratio }),
  })),
);

/** Those of which some visits fail, or come from outside the ranges of their operator. */
export const FAULTY: readonly Kind[] = [
  { name: '30 a day, 5; 5 % fail', level: 30, share: 0.05 },
  { name: '300 a day, 5; 20 % fail', level: 300, share: 0.2 },
  { name: '300 a day, 5; 1 % fail', level: 300, share: 0.01 },
].map(({ name, level, share }) => ({
  name,
  makeHabit: () => ({
    perDay: (day: number, hour: number) => level * weekOf(day, hour),
    ratio: 5,
    failing: () => share,
    outside: () => share,
  }),
}));

/** One crawl a day, of an hour. */
const crawlAt = (at: number, pages: number) => (hour: number) => (hour === at ? pages * 24 : 0);

/** Those that mislead: what is usual changes, or is hard to see. */
export const HARD: readonly Kind[] = [
  {
    name: 'bursts that come together on some days',
    makeHabit(random) {
      const factors = Array.from({ length: 500 }, () => random.gamma(1.5));
      return { perDay: (day, hour) => 30 * (factors[day] ?? 1) * weekOf(day, hour), ratio: 5 };
    },
  },
  {
    name: 'growth to the tenfold in a year',
    makeHabit: () => ({ perDay: (day, hour) => 30 * 10 ** (day / 365) * weekOf(day, hour), ratio: 5 }),
  },
  {
    name: 'a crawl a day that moves to another hour',
    makeHabit: () => ({
      perDay: (day, hour) => crawlAt(day < 200 ? 2 : 14, 300)(hour),
      ratio: 5,
    }),
  },
  {
    name: 'a crawl a week',
    makeHabit: () => ({
      perDay: (day, hour) => 10 + (day % 7 === 6 ? crawlAt(3, 500)(hour) : 0),
      ratio: 5,
    }),
  },
  {
    name: 'gaps of days in the recording',
    makeHabit: () => ({
      perDay: (day, hour) => (isInGap(day * 24 + hour) ? 0 : 300 * weekOf(day, hour)),
      ratio: 5,
    }),
    gaps: isInGap,
  },
  {
    name: 'a bot that starts',
    makeHabit: () => ({ perDay: (day, hour) => (day < 150 ? 0 : 300 * weekOf(day, hour)), ratio: 5 }),
  },
  {
    name: 'a bot that starts slowly',
    makeHabit: () => ({
      perDay: (day, hour) => (day < 100 ? 0 : Math.min(300, 5 * 2 ** ((day - 100) / 7)) * weekOf(day, hour)),
      ratio: 5,
    }),
  },
  {
    name: 'a level that falls to a fifth',
    makeHabit: () => ({ perDay: (day, hour) => (day < 200 ? 300 : 60) * weekOf(day, hour), ratio: 5 }),
  },
];

/** Some days in every forty. */
function isInGap(hour: number): boolean {
  const inPeriod = hour % (40 * 24);
  return inPeriod >= 500 && inPeriod < 590;
}
