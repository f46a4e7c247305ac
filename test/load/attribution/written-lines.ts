import type { MadeVisit } from './made-visits.ts';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** In the combined format, whose times are whole seconds. */
export function combinedLine({ atMs, address, agent, method, target, status, referrer }: MadeVisit): string {
  const [date = '', time = ''] = new Date(atMs).toISOString().split('T');
  const [year = '', month, day = ''] = date.split('-');
  const at = `${day}/${MONTHS[Number(month) - 1] ?? ''}/${year}:${time.slice(0, 8)} +0000`;
  return `${address} - - [${at}] "${method} ${target} HTTP/1.1" ${status} 512 "${referrer}" "${agent}"`;
}

/** As nginx writes JSON, with milliseconds. */
export function jsonLine({ atMs, address, agent, method, target, status, referrer }: MadeVisit): string {
  return JSON.stringify({
    msec: (atMs / 1_000).toFixed(3),
    remote_addr: address,
    host: 'example.com',
    request_method: method,
    request_uri: target,
    status: String(status),
    bytes_sent: '512',
    http_referer: referrer === '-' ? '' : referrer,
    http_user_agent: agent,
  });
}

/** As a backend sends it to the collector: mostly the request, else what it knows of it. */
export function itemLine(visit: MadeVisit): string {
  const item = visit.number % 3 === 0 ? (typedItem(visit) ?? requestItem(visit)) : requestItem(visit);
  return JSON.stringify({ ...item, created_at: new Date(visit.atMs).toISOString() });
}

function requestItem({ number, address, agent, method, target, status, referrer }: MadeVisit) {
  return {
    type: 'request',
    ...{ method, target, status, bytes: 512, user_agent: agent },
    ...(referrer !== '-' && { referrer }),
    address: written(address, number),
  };
}

/** A conversion or a referral, as far as it is one for sure. */
function typedItem(visit: MadeVisit) {
  const { status, agent, target } = visit;
  if (status !== 200 || agent.includes('Bot')) return undefined;
  return /^\/(?:thanks|contact)\//.test(target) ? conversionItem(visit) : referralItem(visit);
}

function conversionItem(visit: MadeVisit) {
  const [path = '', query = ''] = visit.target.split('?');
  return {
    ...{ type: 'conversion', page_path: path },
    event_name: path.startsWith('/contact/') ? 'contact' : 'purchase',
    ...(query.startsWith('total=') && { event_value: Number(query.slice('total='.length)) }),
    ...clientOf(visit),
    ...(visit.number % 13 === 0 && { source: 'grok' }),
  };
}

function referralItem(visit: MadeVisit) {
  const { number, target, status, referrer } = visit;
  if (!/^\/page-\d+$/.test(target) || referrer !== 'https://chatgpt.com/') return undefined;
  const product = number % 2 === 0 ? { source: 'phind' } : { referrer };
  return { type: 'referral', page_path: target, status, ...product, ...clientOf(visit) };
}

/** Now and then a backend does not know all of it. */
function clientOf({ number, address, agent }: MadeVisit) {
  return {
    ...(number % 17 !== 0 && { address: written(address, number) }),
    ...(number % 19 !== 0 && { user_agent: agent }),
  };
}

/** With a port, as some proxies write it. */
function written(address: string, number: number): string {
  if (number % 5 !== 0) return address;
  return address.includes(':') ? `[${address}]:4711` : `${address}:4711`;
}
