import type { Explained } from './explain.ts';

/** The statements that Citus sends to all nodes, by name or verb and table, each for a reason. */
const OF_ALL_SITES: Readonly<Record<string, string>> = {
  count_events_by_site: 'counts the sites of an account, which may be hundreds, in one statement',
  list_active_sites: 'likewise, with one look at the events of each',
  count_period_totals: 'counts the sites of an account for its digest, hundreds at a time',
  list_site_sources: 'lists what the sites of an account, which may be hundreds, take in',
  count_source_hours: 'likewise',
  find_sites_to_fold: 'looks at hundreds of sites for the upkeep; if that fails, at fewer and fewer',
  find_sites_to_judge: 'likewise, for what is to be judged by robots.txt',
  list_sites_with_old_requests: 'likewise',
  list_sites_with_old_hours: 'likewise',
  delete_source_hours: 'likewise, an hour or two at a time',
  list_sites_with_old_digests: 'likewise',
  list_sites_with_old_batches: 'likewise',
  list_sites_with_old_robots: 'likewise',
  list_due_sitemaps: 'likewise',
  list_sites_with_old_alert_days: 'likewise',
  delete_alert_days: 'likewise',
  find_touched_hours: 'looks for alerts of hundreds of sites; if that fails, of fewer and fewer',
  count_hours_by_name: 'likewise',
  list_alert_days: 'likewise',
  save_alert_days: 'likewise',
  list_alert_sites: 'likewise',
  list_first_seen: 'likewise',
  list_old_sites: 'likewise',
  list_uncounted_sites: 'likewise',
  list_hours_of_sources: 'likewise',
  count_held: 'counts what the embedded database holds, for "doctor"; no cluster is asked',
  find_lag: 'looks how far all followers are, once a scrape of the metrics',
  find_recorded:
    'an account may have recorded to sites that were deleted; asked when its quota is nearly spent',
  recount_usage: 'likewise, in the last room of a month and by "rebuild"',
  'with site_months': 'compares the usage of all accounts, for "verify"',
};

/**
 * What recorders write. Citus sends an INSERT … SELECT straight to a node only if it takes the site from a row there. Any
 * other takes three times as long. `insert_collected` is one of the others: it takes the keys of a deleted site too, so that
 * a missing row always means that a key is taken.
 */
const OF_RECORDERS: ReadonlySet<string> = new Set([
  'add_to_buckets',
  'add_to_countries',
  'add_to_days',
  'add_to_months',
  'add_to_source_hours',
  'add_to_statuses',
  'insert_events',
  'save_followed_log',
  'save_sources',
  'start_batch',
  'start_log',
]);

const BESIDE_ITS_SITE = /\bselect site_id, [^;]*\bfrom placed_sites\b/i;

/** What looks like a call of a function: Citus would have to run it on the node of the site. */
const FUNCTION =
  /\b(?!and\b|or\b|in\b|case\b|when\b|where\b|set\b|coalesce\b|greatest\b|least\b)[a-z_]+ ?\(/i;

/** What Citus cannot route to one node, or refuses, a sentence each. */
export function routeComplaints(explained: readonly Explained[]): readonly string[] {
  return explained.flatMap(({ statement, text, plans }) => [
    ...Object.values(plans)
      .flatMap(({ ofAllSites }) => ofAllSites)
      .filter(() => !(statement in OF_ALL_SITES))
      .map((table) => `${statement} reads ${table} of all sites`),
    ...(OF_RECORDERS.has(statement) && !BESIDE_ITS_SITE.test(text)
      ? [`${statement} writes rows whose site no row on the node has`]
      : []),
    ...complaintsOfReturning(text).map((complaint) => `${statement} has ${complaint} in RETURNING`),
    ...complaintsOfUpdate(text).map((complaint) => `${statement} has ${complaint} in DO UPDATE`),
  ]);
}

/** A statement may have several: each is in a common table expression. */
function complaintsOfUpdate(text: string): readonly string[] {
  const parts = text.split(/\bdo update set\b/i);
  return parts.slice(1).flatMap((rest, index) => {
    const insert = parts[index]?.split(/\binsert into\b/i).at(-1) ?? '';
    const [update = ''] = rest.split(/\breturning\b|\binsert into\b|\bas \(/i);
    return [
      ...(/\bselect\b/i.test(insert) && /\$\d/.test(update) ? ['a parameter after a SELECT'] : []),
      ...(FUNCTION.test(update) ? ['a function'] : []),
    ];
  });
}

/** Functions that depend on nothing but their arguments are accepted. */
const IN_RETURNING = /\bset_config\b|\bdate_part\('epoch', (?![^)]* at time zone 'UTC'\))/;

function complaintsOfReturning(text: string): readonly string[] {
  const returned = text.split(/\breturning\b/i).slice(1);
  return returned.some((rest) => IN_RETURNING.test(rest)) ? ['a function that is not immutable'] : [];
}
