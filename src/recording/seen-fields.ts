import { INSTALLED } from '../catalogue/catalogue.ts';
import { classifyBot, looksLikeRobot } from './classify-bot.ts';
import type { LogRecord } from './log-record.ts';

/** How many of some records have what a source may lack. */
export type SeenFields = {
  records: number;
  /** Of a format that has user agents, whether they are empty or not. */
  agentFields: number;
  addresses: number;
  /** Addresses of which a part was taken away: `203.0.113.0`, `203.0.113.xxx`, `2001:db8::`. */
  anonymous: number;
  hosts: number;
  statuses: number;
  referrers: number;
  /** Requests of no robot. Only browsers send referrers. */
  visits: number;
};

/** So many records of a batch show what its source sends: to look at each would cost imports a part of their rate. */
const ENOUGH_RECORDS = 200;

export function noFields(): SeenFields {
  return {
    records: 0,
    agentFields: 0,
    addresses: 0,
    anonymous: 0,
    hosts: 0,
    statuses: 0,
    referrers: 0,
    visits: 0,
  };
}

/** Counts what the record has, if it is among the first of its batch. */
export function seeFields(seen: SeenFields, record: LogRecord): void {
  if (seen.records >= ENOUGH_RECORDS) return;
  seen.records++;
  if (record.hasAgentField) seen.agentFields++;
  if (record.host !== undefined) seen.hosts++;
  if (record.status !== undefined) seen.statuses++;
  if (record.referrer !== undefined) seen.referrers++;
  if (!isOfRobot(record)) seen.visits++;
  if (record.address === '-' || record.address === '') return;
  seen.addresses++;
  if (isAnonymous(record.address)) seen.anonymous++;
}

/** The fields of both. */
export function addFields(one: SeenFields, other: SeenFields): SeenFields {
  return {
    records: one.records + other.records,
    agentFields: one.agentFields + other.agentFields,
    addresses: one.addresses + other.addresses,
    anonymous: one.anonymous + other.anonymous,
    hosts: one.hosts + other.hosts,
    statuses: one.statuses + other.statuses,
    referrers: one.referrers + other.referrers,
    visits: one.visits + other.visits,
  };
}

function isOfRobot({ hasAgentField, userAgent = '' }: LogRecord): boolean {
  // every browser has a name
  if (userAgent.trim() === '') return hasAgentField;
  return classifyBot(INSTALLED, userAgent) !== undefined || looksLikeRobot(userAgent);
}

function isAnonymous(address: string): boolean {
  return address.endsWith('.0') || address.endsWith('::') || /[x*]/i.test(address);
}
