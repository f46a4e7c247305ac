import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { openDatabase } from '../../src/database/database.ts';
import { migrate } from '../../src/database/migrator.ts';

export const ACCOUNTS = 20_000;
export const DELETED_ACCOUNTS = ACCOUNTS / 20;

/** Of account 1; each of the others has one of both. */
export const KEYS_OF_ONE = 200;
/** What the key that comes after all of them has for a signature secret. */
export const SEALED = 'v1.key.nonce.text';
export const SITES_OF_ONE = 300;
export const SITES = ACCOUNTS - 1 + SITES_OF_ONE;

/** Of account 1, half of which have ended; each of the others has one, which has not. */
export const SESSIONS_OF_ONE = 200;
/** Of `busy`, half of which have expired; each of the others has one, which has not. */
export const LINKS_OF_ONE = 100;
export const LEASES = 10;
export const AUDIT_OF_ONE = 5_000;

/** Of `busy`; `small1` to `small2000` have one each, which begin with the same line. */
export const LOGS_OF_ONE = 100;

/** Of `busy`, and the hours from 2026-01-01 on in which each had every outcome; `small1` to `small2000` have one of each. */
export const SOURCES_OF_ONE = 50;
export const HOURS_OF_SOURCES = 240;
export const OUTCOMES = 4;

export const ROBOTS_OF_A_DAY = 10;
export const ROBOT_DAYS_OF_SMALL = 5;

/** Of `busy`, one a day, and of each of `small1` to `small2000` one; all of account 1. */
export const ALERTS_OF_ONE = 400;
export const NOTES_OF_ONE = 100;
export const MUTES_OF_ONE = 20;

/** Of account 1; each of the others has one. The last of account 1 had a message of each of its alerts, most delivered. */
export const CHANNELS_OF_ONE = 20;
/** Each of another channel, as are those that are due later. */
export const DUE_DELIVERIES = 50;
export const LATER_DELIVERIES = 100;
export const DUE_DIGESTS = 50;

/** Of `busy`, one a day; each of the others has one. */
export const VERSIONS_OF_ONE = 100;
/** That `busy` has broken, each of them by each of its nine bots in each of three months. */
export const RULES_OF_ONE = 20;
/** Of the site `ruled`, which has no other events: each of nine bots reads robots.txt once a day, and twice visits a page. */
export const RULED_BOTS = 9;

/** Collected for `busy`, one a minute, and one for each of `small1` to `small2000`. */
export const REQUESTS_OF_ONE = 5_000;

/** Of `busy`, and one of each of `small1` to `small2000`. They were recorded on the day on which they happened. */
export const DIGESTS_OF_ONE = 5_000;
export const DIGESTS_A_DAY = 1_000;

/** From 2026-01-01 on. The site `busy` has an event a minute: nine bots, a conversion, on some days a referral. */
export const DAYS = 90;
export const REFERRALS = 30;
export const KEYS_A_DAY = 10;
/** Of each bot one. */
export const STATUSES_A_DAY = 9;

/** All events, and those of each bot: of a day, and of each block that a day is in. */
export const PAGES_A_BLOCK = 1 + 9;
/** Of 4 and of 16 days, each with at least one of the ninety. */
export const BLOCKS = 23 + 6;
/** By name: most have a day with a referral. */
export const NAMES_A_BLOCK = KEYS_A_DAY + 1;

/** `small1` to `small2000` have an event on every ninth day. */
export const SMALL_SITES = 2_000;
export const SMALL_EVENTS = 10;

/** Bots of the site `wide` on each of its seven days. */
export const WIDE_KEYS = 1_200;

/** Every rollup key of `busy` and `wide` has a row in all of them; the referral's key has one. */
export const SLOTS = 8;

/** Secrets of clients; their ids are their numbers, from 0. */
export const SECRETS = 3;

/** Each with one landing, of which the first have ended; the client -1 has many. */
export const CLIENTS = 20_000;
export const ENDED_LANDINGS = 50;
export const LANDINGS_OF_ONE = 5_000;

/** Of `busy` on the day after those, which is newer than all statistics; its rollups do not count them. */
export const REFERRALS_TODAY = 10;

/** A database of its own on the project's PostgreSQL, migrated, filled, vacuumed and analyzed. */
export async function makeSkewedData(): Promise<{
  readonly url: string;
  readonly drop: () => Promise<void>;
}> {
  const server = inject('database');
  if (!('url' in server)) throw new Error('the embedded database holds no data of this size in a test');
  const name = `site_traffic_plans_${randomUUID().replaceAll('-', '')}`;
  const url = new URL(server.url);
  url.pathname = `/${name}`;
  await run(server.url, [`create database ${name}`]);
  const db = openDatabase({ connection: { url: url.href }, poolSize: 1, statementTimeoutMs: 30_000 });
  await migrate(db);
  await db.destroy();
  await run(url.href, [...FILL, 'vacuum analyze', FILL_TODAY]);
  return { url: url.href, drop: () => run(server.url, [`drop database ${name} with (force)`]) };
}

async function run(url: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

const START = `timestamptz '2026-01-01 00:00Z'`;

/** By the minute of an event: within an hour already, every key of an event a minute comes to all eight. */
const SLOT = `(extract(epoch from created_at)::bigint / 60 * 11 / 10) % ${SLOTS}`;

const FIRST_DAY = `(created_at at time zone 'UTC')::date - mod((created_at at time zone 'UTC')::date - date '0001-01-01', days)`;

/** Rows are stored in the order of time, as recorders write them. */
const FILL = [
  `insert into leases (name, holder, expires_at)
    select 'lease' || n, 'holder' || n, '2999-01-01' from generate_series(1, ${LEASES}) n`,
  `insert into accounts (email, plan, created_at, deleted_at)
    select 'Account' || n || '@example.com', case when n % 10 = 1 then 'pro' else 'free' end, ${START},
           case when n % ${ACCOUNTS / DELETED_ACCOUNTS} = 0 then ${START} + interval '60 days' end
    from generate_series(1, ${ACCOUNTS}) n`,
  `insert into api_keys (account_id, key_hash, name, last_four, created_at, last_used_at, revoked_at)
    select greatest(1, n - ${KEYS_OF_ONE - 1}), 'hash' || n, 'key', 'abcd', ${START},
           case when n % 2 = 0 then ${START} + interval '80 days' end,
           case when n % 10 = 0 then ${START} + interval '70 days' end
    from generate_series(1, ${ACCOUNTS - 1 + KEYS_OF_ONE}) n`,
  `insert into api_keys (account_id, key_hash, name, last_four, created_at, collect_site_id, drains, signature_secret)
    values (2, 'drain', 'key', 'abcd', ${START}, 'busy', true, '${SEALED}')`,
  `insert into invitations (account_id, token_hash, expires_at, asks_for_password)
    select n, 'hash' || n, ${START}, true from generate_series(1, ${ACCOUNTS}) n`,
  `insert into identities (issuer, subject, account_id, created_at)
    select 'https://id.example.com', 'subject' || n, n, ${START} from generate_series(1, ${ACCOUNTS}) n`,
  `insert into sessions (account_id, token_hash, user_agent, created_at, last_used_at, ends_at)
    select greatest(1, n - ${SESSIONS_OF_ONE - 1}), 'hash' || n, 'browser', ${START}, ${START},
           ${START} + case when n <= ${SESSIONS_OF_ONE / 2} then interval '1 day' else interval '1000 days' end
    from generate_series(1, ${ACCOUNTS - 1 + SESSIONS_OF_ONE}) n`,
  `insert into audit_entries (account_id, created_at, action, detail, made_by)
    select greatest(1, n - ${AUDIT_OF_ONE - 1}), ${START}, 'key.create', 'key', 'command line'
    from generate_series(1, ${ACCOUNTS - 1 + AUDIT_OF_ONE}) n`,
  `insert into sites (id, account_id, domain, name, created_at)
    select case n when 1 then 'busy' when 2 then 'wide' else 'small' || n - 2 end,
           greatest(1, n - ${SITES_OF_ONE - 1}), 'example.com', 'Example', ${START} + n * interval '1 minute'
    from generate_series(1, ${SITES}) n`,
  `insert into site_deletions (deleted_site_id) select 'gone' || n from generate_series(1, ${ACCOUNTS}) n`,
  `insert into share_links (account_id, shared_site_id, name, token_hash, created_at, expires_at)
    select account_id, id, 'link', 'hash-' || id || '-' || n, ${START},
           ${START} + case when id = 'busy' and n <= ${LINKS_OF_ONE / 2} then interval '1 day' else interval '1000 days' end
    from sites, generate_series(1, case id when 'busy' then ${LINKS_OF_ONE} else 1 end) n`,
  `insert into usage (account_id, month, events, epoch)
    select account, date '2026-01-01' + month * interval '1 month', account, 1
    from generate_series(0, 2) month, generate_series(1, ${ACCOUNTS}) account`,
  `insert into site_months (site_id, month, slot, account_id, events)
    select id, date '2026-01-01' + month * interval '1 month', slot, account_id, 1
    from generate_series(0, 2) month, sites, generate_series(0, ${SLOTS - 1}) slot`,
  // of all that they have recorded
  `insert into folded_sites (site_id, until_day, recorded)
    select id, date '2026-01-01' + ${DAYS}, ${3 * SLOTS} from sites`,
  `insert into log_positions (site_id, first_line, copy, bytes, digest, path, modified_at)
    select 'small' || n, 'line', 0, n, 'digest', '/access.log', ${START} from generate_series(1, ${SMALL_SITES}) n
    union all
    select 'busy', 'line' || n, 0, n, 'digest', '/access.log.' || n, ${START} + n * interval '1 day'
    from generate_series(1, ${LOGS_OF_ONE}) n`,
  `insert into followed_logs (site_id, path, started_at, seen_at, bytes_behind, lines, events, passed_over)
    select site_id, path, modified_at, modified_at, 0, 1, 1, '{}' from log_positions`,
  `insert into recording_sources (site_id, kind, name, last_recorded_at)
    select site_id, 'collector', '', modified_at from log_positions where first_line in ('line', 'line1')`,
  `insert into site_sources (site_id, source_id, kind, name, heard_at)
    select 'small' || n, 'source1', 'log', '/access.log', ${START} from generate_series(1, ${SMALL_SITES}) n
    union all
    select 'busy', 'source' || n, 'log', '/access.log.' || n, ${START} from generate_series(1, ${SOURCES_OF_ONE}) n`,
  `insert into source_hours (site_id, hour, source_id, outcome, count)
    select 'small' || n, ${START}, 'source1', 'outcome1', 1 from generate_series(1, ${SMALL_SITES}) n
    union all
    select 'busy', ${START} + hour * interval '1 hour', 'source' || n, 'outcome' || outcome, 1
    from generate_series(0, ${HOURS_OF_SOURCES - 1}) hour, generate_series(1, ${SOURCES_OF_ONE}) n,
         generate_series(1, ${OUTCOMES}) outcome`,
  `insert into unlisted_robots (site_id, day, token, visits, first_seen_at, last_seen_at)
    select 'small' || n, date '2026-01-01' + day, 'robot1', 1, ${START}, ${START}
    from generate_series(0, ${ROBOT_DAYS_OF_SMALL - 1}) day, generate_series(1, ${SMALL_SITES}) n
    union all
    select 'busy', date '2026-01-01' + day, 'robot' || n, n, ${START}, ${START}
    from generate_series(0, ${DAYS - 1}) day, generate_series(1, ${ROBOTS_OF_A_DAY}) n`,
  `insert into robots_versions (ruled_site_id, since, origin, text)
    select id, ${START} + n * interval '1 day', 'file', 'Disallow: /' || n
    from sites, generate_series(1, case id when 'busy' then ${VERSIONS_OF_ONE} else 1 end) n`,
  `insert into judged_sites (site_id, revision, versions, until_day, recorded)
    select id, 1, '[]', date '2026-01-01' + ${DAYS}, ${3 * SLOTS} from sites`,
  `insert into judged_days (site_id, day, visits, hour_counts, last_id)
    select 'busy', date '2026-01-01' + day, 1, array_fill(0, array[24]), 1 from generate_series(0, ${DAYS - 1}) day
    union all
    select 'small' || n, date '2026-01-01' + 9 * nth, 1, array_fill(0, array[24]), 1
    from generate_series(0, ${SMALL_EVENTS - 1}) nth, generate_series(1, ${SMALL_SITES}) n`,
  `insert into judged_months (site_id, month, name, company, allowed, against, unknown, allowed_counts)
    select site_id, date '2026-01-01' + month * interval '1 month', 'Bot' || bot, 'Company', 31, 0, 0, array_fill(1, array[31])
    from (
      select 'busy' as site_id, month, bot from generate_series(0, 2) month, generate_series(0, 8) bot
      union all
      select 'wide', 0, bot from generate_series(1, ${WIDE_KEYS}) bot
      union all
      select 'small' || n, month, 1 from generate_series(0, 2) month, generate_series(1, ${SMALL_SITES}) n
    ) as judged`,
  `insert into broken_rules (site_id, rule_id, rule, rule_group)
    select 'busy', n, 'Disallow: /' || n, '*' from generate_series(1, ${RULES_OF_ONE}) n
    union all
    select 'small' || n, 1, 'Disallow: /', '*' from generate_series(1, ${SMALL_SITES}) n`,
  `insert into rule_months (site_id, month, rule_id, name, visits, day_counts)
    select 'busy', date '2026-01-01' + month * interval '1 month', rule, 'Bot' || bot, 31, array_fill(1, array[31])
    from generate_series(0, 2) month, generate_series(1, ${RULES_OF_ONE}) rule, generate_series(0, 8) bot
    union all
    select 'small' || n, date '2026-01-01', 1, 'Bot1', 31, array_fill(1, array[31])
    from generate_series(1, ${SMALL_SITES}) n`,
  `insert into alert_days (site_id, day, type, name, company, visits)
    select 'busy', date '2026-01-01' + day, 'bot', 'Bot' || bot, 'Company', array_fill(0, array[24])
    from generate_series(0, ${DAYS - 1}) day, generate_series(0, 8) bot
    union all
    select 'small' || n, date '2026-01-01', 'bot', 'Bot1', 'Company', array_fill(0, array[24])
    from generate_series(1, ${SMALL_SITES}) n`,
  `insert into alert_sites (site_id, learned_at, learned)
    select id, ${START}, '{}' from sites where id = 'busy' or length(id) < length('small1000')`,
  `insert into alerts (account_id, alert_site_id, kind, subject_kind, subject, subjects, raised_at, from_at, until_at,
                       unit, usual, title, detail)
    select 1, site_id, 'surge', 'bot', 'Bot1', '{Bot1}', ${START} + day * interval '1 day',
           ${START} + day * interval '1 day', ${START} + (day + 1) * interval '1 day', 'count', '{0,5}', 'title', 'detail'
    from (
      select 'busy' as site_id, day from generate_series(1, ${ALERTS_OF_ONE}) day
      union all
      select 'small' || n, n from generate_series(1, ${SMALL_SITES}) n
    ) as raised`,
  `insert into alert_rules (account_id, rule_site_id, kind, sensitivity)
    select account_id, id, 'surge', 'low' from sites
    union all select n, '', 'quota', 'off' from generate_series(1, ${ACCOUNTS}) n`,
  `insert into mutes (muted_site_id, subject_kind, subject, kind, since, until_at)
    select id, 'bot', 'Bot' || n, '', ${START}, ${START} + interval '1 day' * (n - 1)
    from sites, generate_series(1, case id when 'busy' then ${MUTES_OF_ONE} else 1 end) n
    where id = 'busy' or length(id) < length('small1000')`,
  `insert into notes (noted_site_id, day, text, made_by)
    select id, date '2026-01-01' + n, 'text', 'owner'
    from sites, generate_series(1, case id when 'busy' then ${NOTES_OF_ONE} else 1 end) n
    where id = 'busy' or length(id) < length('small1000')`,
  `insert into channels (account_id, kind, name, target, token_hash, confirmed_at, is_enabled, alert_kinds, sends_digest)
    select 1, 'email', 'name', 'v1.key.nonce.text', 'mail1-' || n, ${START}, true, array['surge'], true
    from generate_series(1, ${CHANNELS_OF_ONE}) n
    union all
    select n, 'email', 'name', 'v1.key.nonce.text', 'mail' || n, ${START}, true, array['surge'], true
    from generate_series(2, ${ACCOUNTS}) n`,
  `insert into digests (account_id, every, weekday, hour, next_at)
    select n, 'weekly', 1, 7, ${START} + case when n <= ${DUE_DIGESTS} then 0 else 1000 end * interval '1 day'
    from generate_series(1, ${ACCOUNTS}) n`,
  `insert into digest_issues (account_id, made_at, content)
    select n, ${START} + n * interval '1 minute', '{}' from generate_series(1, ${ACCOUNTS}) n`,
  `insert into deliveries (account_id, channel_id, type, alert_id, made_at, state, attempts, attempted_at)
    select 1, ${CHANNELS_OF_ONE}, 'alert', id, raised_at, 'delivered', 1, raised_at from alerts`,
  `insert into deliveries (account_id, channel_id, type, digest_issue_id, made_at, state, attempts, next_at)
    select n, ${CHANNELS_OF_ONE} - 1 + n, 'digest', n, ${START} + n * interval '1 minute', 'pending', 0,
           case when n <= ${DUE_DELIVERIES} + 1 then ${START}
                when n <= ${DUE_DELIVERIES} + ${LATER_DELIVERIES} + 1 then ${START} + interval '1000 days' end
    from generate_series(2, ${ACCOUNTS}) n`,
  `insert into collected_requests (site_id, key_hash, body_hash, recorded, passed_over, created_at)
    select 'small' || n, 'hash', 'hash', 1, 0, ${START} from generate_series(1, ${SMALL_SITES}) n
    union all
    select 'busy', 'hash' || n, 'hash', 1, 0, ${START} + n * interval '1 minute'
    from generate_series(1, ${REQUESTS_OF_ONE}) n`,
  `insert into request_digests (site_id, digest, day, recorded_on)
    select site_id, lpad(to_hex(n), 32, '0')::uuid, day, day from (
      select 'small' || n as site_id, n, date '2026-01-01' as day from generate_series(1, ${SMALL_SITES}) n
      union all
      select 'busy', n, date '2026-01-01' + (n - 1) / ${DIGESTS_A_DAY} from generate_series(1, ${DIGESTS_OF_ONE}) n
    ) as digests`,
  `insert into drain_batches (site_id, batch_key, records_done, created_at)
    select site_id, replace(key_hash, 'hash', 'batch'), 1, created_at from collected_requests`,
  `insert into visitor_secrets (day, id, secret)
    select date '2026-01-01' + n, lpad(n::text, 32, '0')::uuid, 'secret' from generate_series(0, ${SECRETS - 1}) n`,
  `insert into landings (client, landed_ms, ends_minute, source)
    select n, n, case when n <= ${ENDED_LANDINGS} then 1 else 1000000000 end, 'chatgpt'
    from generate_series(1, ${CLIENTS}) n
    union all
    select -1, n, 1000000000, 'chatgpt' from generate_series(1, ${LANDINGS_OF_ONE}) n`,
  `insert into attribution (since) values (${START})`,
  `insert into events (site_id, created_at, type, page_path, country,
                       bot_name, bot_company, source, event_name, event_value, status, signature)
    select site_id, ${START} + minute * interval '1 minute', type, '/', 'XX',
           case type when 'bot' then 'Bot' || minute % 10 end, case type when 'bot' then 'Company' end,
           case type when 'referral' then 'chatgpt' end,
           case type when 'conversion' then 'signup' end, case type when 'conversion' then 0.25 end,
           case type when 'bot' then 200 end,
           case when site_id = 'busy' and type = 'bot' and minute % 1440 = 1 then 'valid' end
    from (
      select 'busy' as site_id, minute,
             case when minute % (1440 * ${DAYS / REFERRALS}) = 720 then 'referral'
                  when minute % 10 = 9 then 'conversion' else 'bot' end as type
      from generate_series(0, 1440 * ${DAYS} - 1) minute
      union all
      select 'small' || n, 1440 * 9 * nth + n % 1440, case nth when 9 then 'conversion' else 'bot' end
      from generate_series(0, ${SMALL_EVENTS - 1}) nth, generate_series(1, ${SMALL_SITES}) n
    ) as made`,
  `insert into site_days (site_id, day, type, name, company, slot, count, value)
    select site_id, (created_at at time zone 'UTC')::date, type, coalesce(bot_name, source, event_name),
           coalesce(bot_company, ''), ${SLOT}, count(*), coalesce(sum(event_value), 0)
    from events group by 1, 2, 3, 4, 5, 6 order by 2, 1`,
  // without events: of this site nothing is read but what its names cost
  `insert into site_days (site_id, day, type, name, company, slot, count, value)
    select 'wide', date '2026-01-01' + day, 'bot', 'Bot' || n, 'Company', slot, 1, 0
    from generate_series(0, 6) day, generate_series(1, ${WIDE_KEYS}) n, generate_series(0, ${SLOTS - 1}) slot`,
  `insert into site_statuses (site_id, day, name, company, status, slot, count)
    select site_id, (created_at at time zone 'UTC')::date, bot_name, bot_company, status, ${SLOT}, count(*)
    from events where status is not null group by 1, 2, 3, 4, 5, 6 order by 2, 1`,
  `insert into site_countries (site_id, day, country, slot, bot_visits, referrals, conversions)
    select site_id, (created_at at time zone 'UTC')::date, country, ${SLOT},
           count(*) filter (where type = 'bot'), count(*) filter (where type = 'referral'),
           count(*) filter (where type = 'conversion')
    from events group by 1, 2, 3, 4 order by 2, 1`,
  // not of `small1000` and the sites after it
  `insert into site_block_pages (
     site_id, by_bot, first_day, days, name, company, part, bot_visits, referrals, conversions,
     paths, visit_counts, referral_counts, conversion_counts, failed_counts, byte_sums, last_id, read_days
   )
   select site_id, grouping(bot_name) = 0, ${FIRST_DAY}, days, coalesce(bot_name, ''), coalesce(bot_company, ''), 0,
          count(*) filter (where type = 'bot'), count(*) filter (where type = 'referral'),
          count(*) filter (where type = 'conversion'), '{/}', array[count(*) filter (where type = 'bot')],
          array[count(*) filter (where type = 'referral')], array[count(*) filter (where type = 'conversion')], '{0}', '{null}', max(id), case when days > 1 then '{1}'::bigint[] end
   from events cross join (values (1), (4), (16)) as length (days)
   where length(site_id) < length('small1000')
   group by grouping sets ((1, 3, days), (1, 3, days, bot_name, bot_company))
   having grouping(bot_name) = 1 or bot_name is not null order by 3`,
  `insert into site_buckets (site_id, granularity, starts_at, slot, bot_visits, referrals, conversions)
    select site_id, granularity, date_trunc(granularity, created_at, 'UTC'), ${SLOT},
           count(*) filter (where type = 'bot'), count(*) filter (where type = 'referral'),
           count(*) filter (where type = 'conversion')
    from events, (values ('day'), ('hour')) as granularities (granularity)
    group by 1, 2, 3, 4 order by 3, 1`,
  // of `busy` and the other sites with folded pages
  `insert into site_blocks (site_id, first_day, days, bot_visits, referrals, conversions)
    select site_id, first_day, days, bot_visits, referrals, conversions from site_block_pages where not by_bot and days > 1`,
  `insert into sitemaps (site_id, updated_at, pages) select id, '2026-03-01', 2 from sites`,
  `insert into sitemap_pages (site_id, part, paths, spellings, modified_on)
   select id, part, array['/' || part], '{null}', '{2026-03-01}' from sites cross join generate_series(0, 1) as part`,
  `insert into site_block_names (site_id, first_day, days, type, name, company, count, value,
                                 bytes, sized, failed, verified, outside, no_list)
    select site_id, first_day, days, type, name, company, sum(count), sum(value), 0, 0, 0, 0, 0, 0
    from site_blocks join site_days using (site_id) where day >= first_day and day < first_day + days
    group by 1, 2, 3, 4, 5, 6 order by 2`,
  `insert into site_block_statuses (site_id, first_day, days, status, count)
    select site_id, first_day, days, status, sum(count)
    from site_blocks join site_statuses using (site_id) where day >= first_day and day < first_day + days
    group by 1, 2, 3, 4 order by 2`,
  // its rollups do not count them
  `insert into events (site_id, created_at, type, page_path, country, bot_name, bot_company, status, broken_rule)
    select 'ruled', ${START} + day * interval '1 day' + n * interval '1 hour', 'bot',
           case n when 0 then '/robots.txt' else '/' || n end, 'XX', 'Bot' || bot, 'Company', 200,
           case n when 2 then 1 + bot end
    from generate_series(0, ${DAYS - 1}) day, generate_series(0, 2) n, generate_series(1, ${RULED_BOTS}) bot`,
] as const;

/** Fewer than make autovacuum analyze the table. */
const FILL_TODAY = `insert into events (site_id, created_at, type, page_path, country, bot_name, bot_company, source)
  select 'busy', ${START} + ${DAYS} * interval '1 day' + n * interval '5 seconds', type, '/', 'XX',
         case type when 'bot' then 'Bot' end, case type when 'bot' then 'Company' end,
         case type when 'referral' then 'chatgpt' end
  from (
    select n, case when n % 1000 = 0 then 'referral' else 'bot' end as type
    from generate_series(1, ${REFERRALS_TODAY} * 1000) n
  ) as made`;
