import { MAX_COLLECTED_BYTES } from './collect/door.ts';
import { matchCollectRoute } from './collect/route.ts';
import { MAX_BODY_BYTES } from './graphql/request-params.ts';
import { matchDrainRoute } from './drain/route.ts';
import { sentPath } from './http/sent-path.ts';
import { MAX_MESSAGE_BYTES } from './mcp/read-message.ts';
import { MAX_MAIL_BYTES, matchMailRoute } from './owner-door/mail-door.ts';
import { MAX_CREDENTIALS_BYTES } from './owner-door/read-json.ts';
import { SHARE_PATH } from './owner-door/share-door.ts';

const BOUNDS: ReadonlyMap<string, number> = new Map([
  ['/graphql', MAX_BODY_BYTES],
  ['/mcp', MAX_MESSAGE_BYTES],
  ['/session', MAX_CREDENTIALS_BYTES],
  [SHARE_PATH, MAX_CREDENTIALS_BYTES],
]);

/**
 * How many bytes of its body the route of a request reads, at most: 0 for the many that read none; "arriving" if it reads
 * a body of any length while that arrives.
 */
export function maxBodyBytes(method: string | undefined, target: string | undefined): number | 'arriving' {
  const isPut = method === 'PUT';
  if (method !== 'POST' && !isPut) return 0;
  const pathname = sentPath(`http://host${target ?? ''}`);
  if (matchDrainRoute(pathname) !== undefined) return 'arriving';
  if (isPut) return 0;
  if (matchMailRoute(pathname) !== undefined) return MAX_MAIL_BYTES;
  return matchCollectRoute(pathname) === undefined ? (BOUNDS.get(pathname) ?? 0) : MAX_COLLECTED_BYTES;
}
