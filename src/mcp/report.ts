import * as z from 'zod';
import type { RequestContext } from '../context.ts';
import { counted } from '../domain/counted.ts';
import { type TimeRange, datesOf } from '../domain/date-range.ts';
import { formatInstant } from '../domain/time.ts';
import type { ListPage } from '../operations/reading/paging.ts';
import { site } from '../operations/reading/sites.ts';
import { date, instant } from '../wire/parts.ts';
import type { SITE } from './arguments.ts';
import { shortCoverage, shortCoverageSchema } from './coverage.ts';
import { inert } from './inert.ts';
import { NOTICE } from './instructions.ts';
import { parseArguments } from './parse-arguments.ts';
import type { Tool } from './tool.ts';

/** What every report on a site states beside its numbers. */
const HEADING = {
  site: z.object({ id: z.string(), domain: z.string() }),
  period: z.object({ start: date, end: date }).meta({ description: 'UTC days, both inclusive.' }),
  time_zone: z.literal('UTC'),
  complete_until: instant.meta({
    description: 'Until when the period had passed when the question arrived: later counts are not final.',
  }),
  coverage: shortCoverageSchema.nullable().meta({
    description:
      'Whether the data is complete. Null if the budget "insight" was used up, and on later pages of a list.',
  }),
  notice: z.literal(NOTICE),
};

/** What a tool found: the days, what the answer has below the heading, and its numbers in a few words of ours. */
type Found<Output extends z.ZodRawShape> = {
  readonly range: TimeRange;
  readonly value: z.input<z.ZodObject<Output>>;
  readonly numbers: string;
};

type Definition<Input, Output extends z.ZodRawShape> = Pick<Tool, 'name' | 'title' | 'description'> & {
  readonly input: Input;
  readonly output: Output;
  readonly read: (ctx: RequestContext, args: z.output<Input>) => Promise<Found<Output>>;
};

/** A tool that reports on a site: it states what the numbers cover, and whether that is complete. */
export function defineReport<Input extends z.ZodObject<typeof SITE>, Output extends z.ZodRawShape>({
  read,
  ...described
}: Definition<Input, Output>): Tool {
  const { name, input, output } = described;
  return {
    ...described,
    output: z.object({ ...HEADING, ...output }),
    async answer(ctx, given) {
      const args = parseArguments(name, input, given);
      const { range, value, numbers } = await read(ctx, args);
      const heading = await headingOf(ctx, args.site_id, range, 'cursor' in args);
      return { value: { ...heading, ...inert(value) }, summary: summarize(heading, numbers) };
    },
  };
}

/** The heading of a report. Draws on the budget "insight" for the coverage, which `isContinued` leaves out. */
async function headingOf(ctx: RequestContext, siteId: string, range: TimeRange, isContinued = false) {
  const { id, domain } = await site(ctx, siteId);
  return {
    site: { id, domain: inert(domain) },
    period: datesOf(range),
    time_zone: 'UTC',
    complete_until: formatInstant(Math.min(range.untilMs, ctx.nowMs)),
    coverage: isContinued ? null : await shortCoverage(ctx, siteId, range),
    notice: NOTICE,
  } as const;
}

type Heading = Awaited<ReturnType<typeof headingOf>>;

/** A sentence for people, and for assistants that read only this: what is covered, and the numbers. */
function summarize({ site: { domain }, period: { start, end } }: Heading, numbers: string): string {
  return `${domain}, ${start} to ${end} (UTC days): ${numbers}. ${NOTICE}`;
}

/** How many items of a list are shown, and whether it goes on. */
export function countedPage<Item>({ items, nextCursor }: ListPage<Item>, noun: string): string {
  return `${counted(items.length, noun)}${nextCursor === null ? '' : ', and there are more'}`;
}

/** The beginning of a list, which is largest first, and how many are left out. */
export function listed<Item>(items: readonly Item[], most: number) {
  const first = items.slice(0, most);
  return { items: first, leftOut: items.length - first.length };
}
