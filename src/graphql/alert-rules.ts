import type { AlertRule, Mute } from '../domain/alert.ts';
import { mute, setAlertRule, unmute } from '../operations/owner/alerts.ts';
import { byOwner } from '../operations/owner/in-account.ts';
import { alertRules, mutes, ruleOf } from '../operations/reading/alerts.ts';
import { AlertKindType, AlertSubjectType, SensitivityType } from './alert-enums.ts';
import { NULL_ON_ERROR, builder } from './builder.ts';
import { forgetAfter } from './forget-after.ts';
import { SiteType } from './sites.ts';

const AlertRuleType = builder.objectRef<AlertRule>('AlertRule').implement({
  description: 'How sensitive the alerts of a kind are. That of QUOTA is the account’s, on all of its sites.',
  fields: (t) => ({
    kind: t.expose('kind', { type: AlertKindType, description: 'The kind.' }),
    sensitivity: t.expose('sensitivity', {
      type: SensitivityType,
      description: 'NORMAL unless the owner changed it.',
    }),
    raisedIn90Days: t.exposeInt('raisedIn90Days', { description: 'How many were raised within 90 days.' }),
  }),
});

const MuteType = builder.objectRef<Mute>('Mute').implement({
  description: 'A subject of which no alerts are raised.',
  fields: (t) => ({
    subjectKind: t.expose('subjectKind', { type: AlertSubjectType, description: 'What is muted.' }),
    subject: t.exposeString('subject', { description: 'Which one, by name.' }),
    kind: t.expose('kind', {
      type: AlertKindType,
      nullable: true,
      description: 'Of which kind; null for all kinds.',
    }),
    since: t.expose('sinceMs', { type: 'DateTime', description: 'Since when.' }),
    until: t.expose('untilMs', {
      type: 'DateTime',
      nullable: true,
      description: 'Until when; null until it is unmuted.',
    }),
  }),
});

builder.objectFields(SiteType, (t) => ({
  alertRules: t.field({
    type: [AlertRuleType],
    ...NULL_ON_ERROR,
    description: 'How sensitive its alerts are, by kind. Costs nothing. Null on NOT_SHARED.',
    resolve: (of, _, ctx) => alertRules(ctx, of),
  }),
  mutes: t.field({
    type: [MuteType],
    ...NULL_ON_ERROR,
    description: 'What is muted, newest first. Costs nothing. Null on NOT_SHARED.',
    resolve: (of, _, ctx) => mutes(ctx, of),
  }),
}));

builder.mutationFields((t) => ({
  setAlertRule: t.field({
    type: AlertRuleType,
    description:
      'Sets how sensitive the alerts of a kind are on a site. QUOTA is OFF or NORMAL, for all sites of the account.',
    args: {
      siteId: t.arg.id({ required: true, description: 'The id of the site.' }),
      kind: t.arg({ type: AlertKindType, required: true, description: 'The kind.' }),
      sensitivity: t.arg({ type: SensitivityType, required: true, description: 'How sensitive.' }),
    },
    resolve: async (_, given, ctx) => {
      await forgetAfter(ctx.loaders.alertRules, setAlertRule(byOwner(ctx), given));
      return ruleOf(ctx, given);
    },
  }),
  mute: t.field({
    type: [MuteType],
    description:
      'Raises no alerts of a subject, until it is unmuted or an instant comes. Returns what is muted on the site.',
    args: {
      siteId: t.arg.id({ required: true, description: 'The id of the site.' }),
      subjectKind: t.arg({ type: AlertSubjectType, required: true, description: 'What is muted.' }),
      subject: t.arg.string({ required: true, description: 'Which one, as alerts name it.' }),
      kind: t.arg({ type: AlertKindType, description: 'Of which kind; of all kinds by default.' }),
      until: t.arg({ type: 'DateTime', description: 'Until when; until it is unmuted by default.' }),
    },
    resolve: (_, { kind, until, ...given }, ctx) =>
      forgetAfter(
        ctx.loaders.mutes,
        mute(byOwner(ctx), { ...given, kind: kind ?? null, until: until ?? null }),
      ),
  }),
  unmute: t.field({
    type: [MuteType],
    description:
      'Ends the mute of a kind, or all mutes of a subject. Returns what is still muted on the site.',
    args: {
      siteId: t.arg.id({ required: true, description: 'The id of the site.' }),
      subjectKind: t.arg({ type: AlertSubjectType, required: true, description: 'What is muted.' }),
      subject: t.arg.string({ required: true, description: 'Which one, as alerts name it.' }),
      kind: t.arg({ type: AlertKindType, description: 'Of which kind; all mutes of it by default.' }),
    },
    resolve: (_, { kind, ...given }, ctx) =>
      forgetAfter(ctx.loaders.mutes, unmute(byOwner(ctx), { ...given, kind: kind ?? null })),
  }),
}));
