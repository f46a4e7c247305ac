import * as z from 'zod';
import { type NumberedVersion, ROBOTS_ORIGINS } from '../domain/robots-version.ts';
import { formatInstant, instantOrNull } from '../domain/time.ts';
import { instant } from './parts.ts';

export const robotsQuery = z.object({});

const versionSchema = z.object({
  id: z.int(),
  number: z.int().min(1).meta({ description: 'Its number among the versions, by time.' }),
  since: instant.meta({ description: 'When it came into force.' }),
  until: instant
    .nullable()
    .meta({ description: 'When the next version came into force; null for the current one.' }),
  origin: z
    .enum(ROBOTS_ORIGINS)
    .meta({ description: 'From the address of the site, from a file, or pasted.' }),
  text: z.string().meta({ description: 'At most its first 500 KiB.' }),
  signals: z.array(z.string()).meta({
    description:
      'The values of its Content-Signal lines: at most the first 100, with 4,000 characters together. If there are others, the last value says how many: "3 more".',
  }),
  invalid_lines: z.array(z.int()).meta({
    description:
      'The lines that every crawler ignores, from 1, at most the first thousand: what is not a valid line, and rules before the first group.',
  }),
});

/** The body of GET /api/v1/sites/{siteId}/robots. */
export const robotsSchema = z
  .object({ robots_versions: z.array(versionSchema).meta({ description: 'Oldest first.' }) })
  .meta({
    id: 'RobotsVersions',
    example: {
      robots_versions: [
        {
          ...{ id: 7, number: 1, since: '2026-03-01T00:00:00.000Z', until: null, origin: 'fetched' },
          text: 'User-agent: *\nContent-Signal: ai-train=no\nDisallow: /private/\n',
          ...{ signals: ['ai-train=no'], invalid_lines: [] },
        },
      ],
    },
  });

export function robotsObject(versions: readonly NumberedVersion[]): z.input<typeof robotsSchema> {
  return { robots_versions: versions.map(versionObject) };
}

export function versionObject(version: NumberedVersion): z.input<typeof versionSchema> {
  const { id, number, sinceMs, untilMs, origin, text, signals, invalidLines } = version;
  return {
    ...{ id, number, since: formatInstant(sinceMs), until: instantOrNull(untilMs), origin, text },
    ...{ signals: [...signals], invalid_lines: [...invalidLines] },
  };
}
