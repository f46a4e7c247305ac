import { DATA_DECIDES } from '../execution/largest-answer.ts';
import {
  type BotObedience,
  type BrokenRule,
  type Obedience,
  obedience,
} from '../operations/reading/obedience.ts';
import { builder, paid } from './builder.ts';
import { BotPurposeType } from './insight-types.ts';
import { PageVisitsType } from './page-visits.ts';
import { dateArguments } from './report-arguments.ts';
import { SiteType } from './sites.ts';

const VISITS = { type: 'SafeInt', description: 'The visits that were checked.' } as const;
const ALLOWED = { type: 'SafeInt', description: 'Those that robots.txt allowed.' } as const;
const AGAINST = { type: 'SafeInt', description: 'Those that it forbade.' } as const;
const UNKNOWN = { type: 'SafeInt', description: 'Those of which it is not known.' } as const;

const BrokenRuleType = builder.objectRef<BrokenRule>('BrokenRule').implement({
  description: 'A rule of robots.txt that bots broke.',
  fields: (t) => ({
    rule: t.exposeString('rule', {
      description: 'The rule as it was written, such as "Disallow: /private/".',
    }),
    group: t.exposeString('group', {
      description:
        'The names of the group that the rule is in, as its User-agent lines have them: "CCBot, Amazonbot".',
    }),
    line: t.exposeInt('line', { description: 'Its line, from 1.' }),
    version: t.exposeInt('version', {
      description: 'The number of its version: the newest that the bots may have relied on.',
    }),
    visits: t.expose('visits', { type: 'SafeInt', description: 'The visits that broke it.' }),
    bots: t.exposeStringList('bots', { description: 'The bots that broke it, those of most visits first.' }),
    pages: t.field({
      type: [PageVisitsType],
      description: 'The five pages on which it was broken most.',
      resolve: async ({ pages }) => [...(await pages())],
    }),
  }),
});

export const BotObedienceType = builder.objectRef<BotObedience>('BotObedience').implement({
  description: 'Whether a bot did what robots.txt asked for.',
  fields: (t) => ({
    botName: t.exposeString('botName', { description: 'The name of the bot.' }),
    botCompany: t.exposeString('botCompany', {
      description: 'The company that was recorded with its visits.',
    }),
    purpose: t.expose('purpose', { type: BotPurposeType, description: 'Why the bot fetches pages.' }),
    followsRobots: t.exposeBoolean('followsRobots', {
      nullable: true,
      description:
        'Whether it follows robots.txt, as its operator documents; null if the operator documents nothing.',
    }),
    visits: t.expose('visits', VISITS),
    allowed: t.expose('allowed', ALLOWED),
    against: t.expose('against', AGAINST),
    unknown: t.expose('unknown', UNKNOWN),
    lastReadAt: t.expose('lastReadMs', {
      type: 'DateTime',
      nullable: true,
      description: 'When it last read robots.txt by the end of the range; null if it never did.',
    }),
    lastReadVersion: t.exposeInt('lastReadVersion', {
      nullable: true,
      description: 'The number of the version that it read then; null if there was none, or none is known.',
    }),
    rules: t.expose('rules', { type: [BrokenRuleType], description: 'The ten rules that it broke most.' }),
  }),
});

const ObedienceType = builder.objectRef<Obedience>('Obedience').implement({
  description:
    'Whether bots did what robots.txt asked for. Visits are checked within a minute of their recording.',
  fields: (t) => ({
    judgedUntil: t.expose('judgedUntilMs', {
      type: 'DateTime',
      nullable: true,
      description:
        'Visits up to this time have been checked; later ones are not counted here. Null if none ever was checked. It goes ' +
        'back while visits are checked again, as after a version is added for a time in the past.',
    }),
    visits: t.expose('visits', VISITS),
    allowed: t.expose('allowed', ALLOWED),
    against: t.expose('against', AGAINST),
    unknown: t.expose('unknown', UNKNOWN),
    bots: t.expose('bots', {
      type: [BotObedienceType],
      description:
        'The bots with visits that were checked, those with most against the rules first, then those with most visits, then ' +
        'by name.',
    }),
    rules: t.expose('rules', { type: [BrokenRuleType], description: 'The ten rules that were broken most.' }),
  }),
});

builder.objectField(SiteType, 'obedience', (t) =>
  t.field({
    type: ObedienceType,
    ...paid(DATA_DECIDES),
    description:
      'Whether bots did what robots.txt asked for, in a range of days. Costs one unit of the budget "insight". Null on ' +
      'RATE_LIMITED or INVALID_DATE_RANGE.',
    args: dateArguments,
    resolve: ({ id }, args, ctx) => obedience(ctx, { siteId: id, ...args }),
  }),
);
