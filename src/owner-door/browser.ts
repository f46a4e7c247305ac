import type { Arrival } from '../context.ts';
import { sessionToken } from '../http/session-cookie.ts';
import type { Browser } from '../operations/owner/sign-in.ts';

/** Where a sign-in comes from. */
export function browserOf(request: Request, { client, publicUrl }: Arrival): Browser {
  return {
    client: client?.(),
    userAgent: request.headers.get('user-agent') ?? '',
    oldToken: sessionToken(request, publicUrl()),
  };
}
