import * as initialSchema from './0001-initial-schema.ts';
import * as siteBuckets from './0002-site-buckets.ts';
import * as recording from './0003-recording.ts';
import * as siteMonths from './0004-site-months.ts';
import * as followedLogs from './0005-followed-logs.ts';
import * as stoppedFollowers from './0006-stopped-followers.ts';
import * as facts from './0007-facts.ts';
import * as foldedPages from './0008-folded-pages.ts';
import * as recordingSources from './0009-recording-sources.ts';
import * as blocks from './0010-blocks.ts';
import * as owners from './0011-owners.ts';
import * as identities from './0012-identities.ts';
import * as oneSiteAStatement from './0013-one-site-a-statement.ts';
import * as leases from './0014-leases.ts';
import * as placedSites from './0015-placed-sites.ts';
import * as shareLinks from './0016-share-links.ts';
import * as addresses from './0017-addresses.ts';
import * as selfHostedPlan from './0018-self-hosted-plan.ts';
import * as foldedSites from './0019-folded-sites.ts';
import * as lateEvents from './0020-late-events.ts';
import * as vacuum from './0021-vacuum.ts';
import * as requestDigests from './0022-request-digests.ts';
import * as drains from './0023-drains.ts';
import * as drainKeys from './0024-drain-keys.ts';
import * as sourceHours from './0025-source-hours.ts';
import * as landings from './0026-landings.ts';
import * as signatures from './0027-signatures.ts';
import * as unlistedRobots from './0028-unlisted-robots.ts';
import * as alerts from './0029-alerts.ts';
import * as channels from './0030-channels.ts';
import * as robots from './0031-robots.ts';
import * as sitemaps from './0032-sitemaps.ts';

/** All migrations in the order of their names. Never edit one that has landed: add another. */
export const MIGRATIONS = {
  '0001-initial-schema': initialSchema,
  '0002-site-buckets': siteBuckets,
  '0003-recording': recording,
  '0004-site-months': siteMonths,
  '0005-followed-logs': followedLogs,
  '0006-stopped-followers': stoppedFollowers,
  '0007-facts': facts,
  '0008-folded-pages': foldedPages,
  '0009-recording-sources': recordingSources,
  '0010-blocks': blocks,
  '0011-owners': owners,
  '0012-identities': identities,
  '0013-one-site-a-statement': oneSiteAStatement,
  '0014-leases': leases,
  '0015-placed-sites': placedSites,
  '0016-share-links': shareLinks,
  '0017-addresses': addresses,
  '0018-self-hosted-plan': selfHostedPlan,
  '0019-folded-sites': foldedSites,
  '0020-late-events': lateEvents,
  '0021-vacuum': vacuum,
  '0022-request-digests': requestDigests,
  '0023-drains': drains,
  '0024-drain-keys': drainKeys,
  '0025-source-hours': sourceHours,
  '0026-landings': landings,
  '0027-signatures': signatures,
  '0028-unlisted-robots': unlistedRobots,
  '0029-alerts': alerts,
  '0030-channels': channels,
  '0031-robots': robots,
  '0032-sitemaps': sitemaps,
};
