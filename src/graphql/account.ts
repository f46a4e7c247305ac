import type { Caller } from '../context.ts';
import type { ListLengths } from '../execution/largest-answer.ts';
import { MOST_ENTRIES, USUAL_ENTRIES } from '../operations/owner/audit.ts';
import { type Budget, account, budgets, usage } from '../operations/reading/account.ts';
import type { Quota } from '../operations/recording/quota.ts';
import { builder, free } from './builder.ts';
import { lengthByFirst } from './connections.ts';

const PlanType = builder.enumType('Plan', {
  description: 'The plan of an account.',
  values: {
    FREE: { value: 'free', description: 'Smaller budgets; timeseries by day only.' },
    PRO: { value: 'pro', description: 'Larger budgets; timeseries by day and by hour.' },
    SELF_HOSTED: {
      value: 'self-hosted',
      description:
        'The plan of one’s own service: timeseries by day and by hour, no monthly limit, and events are kept until the owner sets a retention.',
    },
  } as const,
});

const BudgetType = builder.objectRef<Budget>('Budget').implement({
  description:
    'How many requests of one operation may be made in any 60 seconds, over REST and GraphQL together. The account’s keys that read share one budget, its keys that only collect another, its signed-in owners a third, and each share link has its own; this is the budget of your kind of caller.',
  fields: (t) => ({
    operation: t.exposeString('operation', {
      description:
        '"sites", "timeseries", "stats", "events", "insight", or "graphql", which counts GraphQL documents.',
    }),
    limit: t.exposeInt('limit', { description: 'Units available in any 60 seconds.' }),
    remaining: t.exposeInt('remaining', { description: 'Units left now.' }),
    resetAt: t.expose('resetAtMs', {
      type: 'DateTime',
      description:
        'When the oldest unit spent becomes available again; the current time if no units are spent.',
    }),
  }),
});

const UsageType = builder.objectRef<Quota>('Usage').implement({
  description: 'The account’s recorded events in the current UTC calendar month.',
  fields: (t) => ({
    month: t.field({
      type: 'Date',
      description: 'The first day of the month.',
      resolve: ({ month }) => month,
    }),
    used: t.expose('used', {
      type: 'SafeInt',
      description:
        'Events recorded this month, whatever their dates: eventsThisMonth of a site counts those dated in it.',
    }),
    projected: t.expose('projected', {
      type: 'SafeInt',
      nullable: true,
      description:
        'How many events the month will have if it goes on as so far: used, divided by the part of the month that is over. It is null while the first day is not over.',
    }),
    limit: t.field({
      type: 'SafeInt',
      nullable: true,
      description: 'The most events that can be recorded in the month; null if there is no limit.',
      resolve: ({ limit }) => (limit === Infinity ? null : limit),
    }),
    resetsAt: t.expose('resetsAtMs', {
      type: 'DateTime',
      description: 'When the next month begins and the count returns to 0.',
    }),
  }),
});

export const AccountType = builder.objectRef<Caller>('Account').implement({
  description: 'The account of the caller: of an API key, or of a signed-in owner.',
  fields: (t) => ({
    plan: t.expose('plan', { type: PlanType, description: 'The account’s plan.' }),
    budgets: t.field({
      type: [BudgetType],
      description:
        'The current state of your budgets, one per operation. Units that other fields of this document spend may not be counted yet.',
      resolve: (_, __, ctx) => budgets(ctx),
    }),
    supportContact: t.string({
      nullable: true,
      description: 'Whom to ask for another plan; null if the operator names nobody.',
      resolve: (_, __, ctx) => ctx.service.supportContact ?? null,
    }),
    usage: t.field({
      type: UsageType,
      description: 'Events recorded this month, and the monthly limit.',
      resolve: (_, __, ctx) => usage(ctx),
    }),
  }),
});

/** Of each field that returns the account. */
export const accountLengths: ListLengths = () => ({ audit: lengthByFirst(USUAL_ENTRIES, MOST_ENTRIES) });

builder.queryField('account', (t) =>
  t.field({
    type: AccountType,
    ...free(accountLengths),
    description: 'Your account: plan, budgets and usage. Costs nothing.',
    resolve: (_, __, ctx) => account(ctx),
  }),
);
