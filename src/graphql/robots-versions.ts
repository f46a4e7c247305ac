import type { NumberedVersion } from '../domain/robots-version.ts';
import { robotsVersions } from '../operations/reading/robots-versions.ts';
import { byOwner } from '../operations/owner/in-account.ts';
import { createRobotsVersion, deleteRobotsVersion } from '../operations/owner/robots-versions.ts';
import { NULL_ON_ERROR, builder } from './builder.ts';
import { forgetAfter } from './forget-after.ts';
import { numberIn } from './numbered-id.ts';
import { selectsAny } from './selects.ts';
import { SiteType } from './sites.ts';

const RobotsVersionType = builder.objectRef<NumberedVersion>('RobotsVersion').implement({
  description: 'One version of the robots.txt of a site, with the time at which it came into force.',
  fields: (t) => ({
    id: t.id({
      description: 'The id to use in deleteRobotsVersion.',
      resolve: ({ id }) => `robots_${id}`,
    }),
    number: t.exposeInt('number', { description: 'Its number among the versions, from 1, by time.' }),
    since: t.expose('sinceMs', { type: 'DateTime', description: 'When it came into force.' }),
    until: t.expose('untilMs', {
      type: 'DateTime',
      nullable: true,
      description: 'When the next one did; null for the one in force now.',
    }),
    origin: t.exposeString('origin', {
      description: 'Where it comes from: "fetched" from the site, "file" or "pasted".',
    }),
    text: t.exposeString('text', { description: 'The text, at most its first 500 KiB.' }),
    signals: t.exposeStringList('signals', {
      description:
        'The values of its Content-Signal lines: at most the first 100, with 4,000 characters together. If there are others, ' +
        'the last value says how many: "3 more".',
    }),
    invalidLines: t.exposeIntList('invalidLines', {
      description:
        'The lines that every crawler ignores, from 1, at most the first thousand: what is not a valid line, and rules ' +
        'before the first group.',
    }),
  }),
});

/** The fields that are read from the text. */
const OF_TEXT: ReadonlySet<string> = new Set(['text', 'signals', 'invalidLines']);

builder.objectField(SiteType, 'robotsVersions', (t) =>
  t.field({
    type: [RobotsVersionType],
    ...NULL_ON_ERROR,
    description:
      'The versions of its robots.txt that are known, oldest first. Costs nothing. Null on NOT_SHARED for share links.',
    resolve: (of, _, ctx, info) => robotsVersions(ctx, of, { withText: selectsAny(info, OF_TEXT) }),
  }),
);

builder.mutationFields((t) => ({
  createRobotsVersion: t.field({
    type: RobotsVersionType,
    description:
      'Adds a robots.txt that came into force at a given time. If the version that was in force then says the same, it is ' +
      'returned, and nothing is added. INVALID_PARAMETER for a time in the future, or one at which another version begins; ' +
      'TOO_MANY_ROBOTS_VERSIONS if the site has 1,000 of them or 10 MB.',
    args: {
      siteId: t.arg.id({ required: true, description: 'The id of the site.' }),
      text: t.arg.string({
        required: true,
        description: 'The text; a request has room for some 250 kB of it.',
      }),
      since: t.arg({ type: 'DateTime', description: 'When it came into force; now without it.' }),
    },
    resolve: async (_, given, ctx) => {
      const creating = createRobotsVersion(byOwner(ctx), { ...given, origin: 'pasted' });
      return (await forgetAfter(ctx.loaders.robotsVersions, creating)).version;
    },
  }),
  deleteRobotsVersion: t.id({
    description:
      'Deletes a version and returns its id: the one before it is in force until the next one. ROBOTS_VERSION_NOT_FOUND if ' +
      'the account has no such version.',
    args: { id: t.arg.id({ required: true, description: 'The id of the version.' }) },
    resolve: async (_, { id }, ctx) => {
      const deleting = deleteRobotsVersion(byOwner(ctx), numberIn('robots', id));
      await forgetAfter(ctx.loaders.robotsVersions, deleting);
      return id;
    },
  }),
}));
