import type { Caller } from '../context.ts';
import { formatInstant } from '../domain/time.ts';
import { type Budget, account, budgets, usage } from '../operations/reading/account.ts';
import type { Quota } from '../operations/recording/quota.ts';
import { builder } from './builder.ts';

const PlanType = builder.enumType('Plan', {
  description: 'What the account may use.',
  values: {
    FREE: { value: 'free', description: 'The smaller budgets; timeseries by day.' },
    PRO: { value: 'pro', description: 'The larger budgets; timeseries by day and by hour.' },
  } as const,
});

const BudgetType = builder.objectRef<Budget>('Budget').implement({
  description:
    'How often the account may ask an operation in any 60 seconds, over REST and GraphQL together.',
  fields: (t) => ({
    operation: t.exposeString('operation', {
      description: '"sites", "timeseries", "stats", "events", or "graphql", which counts documents.',
    }),
    limit: t.exposeInt('limit', { description: 'Units granted in any 60 seconds.' }),
    remaining: t.exposeInt('remaining', { description: 'Units left now.' }),
    resetAt: t.field({
      type: 'DateTime',
      description: 'When the oldest counted unit is given back; now, when none is counted.',
      resolve: ({ resetAtMs }) => formatInstant(resetAtMs),
    }),
  }),
});

const UsageType = builder.objectRef<Quota>('Usage').implement({
  description: 'Events recorded for the account in the current calendar month, in UTC.',
  fields: (t) => ({
    month: t.field({
      type: 'Date',
      description: 'Its first day.',
      resolve: ({ month }) => month,
    }),
    used: t.expose('used', { type: 'SafeInt', description: 'Events recorded, whatever date they bear.' }),
    limit: t.field({
      type: 'SafeInt',
      nullable: true,
      description: 'Events that may be recorded in the month; null when there is no limit.',
      resolve: ({ limit }) => (limit === Infinity ? null : limit),
    }),
    resetsAt: t.field({
      type: 'DateTime',
      description: 'When the month turns and counting begins anew.',
      resolve: ({ resetsAtMs }) => formatInstant(resetsAtMs),
    }),
  }),
});

const AccountType = builder.objectRef<Caller>('Account').implement({
  description: 'The account that the API key belongs to.',
  fields: (t) => ({
    plan: t.expose('plan', { type: PlanType, description: 'Its plan.' }),
    budgets: t.field({
      type: [BudgetType],
      description:
        'Its budgets, one an operation, as they stand; what the same document spends on other fields may not be in them yet.',
      resolve: (_, __, ctx) => budgets(ctx),
    }),
    usage: t.field({
      type: UsageType,
      description: 'What it recorded this month, and may.',
      resolve: (_, __, ctx) => usage(ctx),
    }),
  }),
});

builder.queryField('account', (t) =>
  t.field({
    type: AccountType,
    nullable: true,
    description: 'The account of the caller: plan, budgets and usage. Costs nothing.',
    resolve: (_, __, ctx) => account(ctx),
  }),
);
