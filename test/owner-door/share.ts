import type { TestGateway } from '../support/gateway.ts';
import { makeSite } from '../support/makers.ts';
import { ask, cookieOf, makeSignedIn, send } from './support.ts';

/** Makes a link as its owner does. The arguments are as in the document. */
export async function makeLink(
  gateway: TestGateway,
  { cookie, siteId, given = '' }: { cookie: string; siteId: string; given?: string },
): Promise<{ readonly token: string; readonly id: string }> {
  const mutation = `mutation { createShareLink(siteId: "${siteId}", name: "for Ann", ${given}) { token shareLink { id } } }`;
  const { body } = await ask(gateway, cookie, mutation);
  const { token, shareLink } = body.data.createShareLink;
  return { token, id: shareLink.id };
}

/** The headers with which the page of a link asks: its cookie, and its number. */
export type Viewer = { readonly cookie: string; readonly 'x-share-link': string };

/** Exchanges a token as the page of a link does. */
export async function openLink(gateway: TestGateway, token: string): Promise<Viewer> {
  const answer = await send(gateway, { token }, { path: '/session/share' });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return { cookie: cookieOf(answer), 'x-share-link': String(answer.body.link) };
}

/** Sends a document as the page of a link does. */
export async function askAs(gateway: TestGateway, { cookie, ...headers }: Viewer, query: string) {
  return ask(gateway, cookie, query, headers);
}

/** The code of each refusal in an answer, and where; `done` if there is none. */
export function outcomeOf({ body }: Awaited<ReturnType<typeof ask>>): string {
  if (body.errors === undefined) return 'done';
  return body.errors.map(({ extensions }: { extensions: { code: string } }) => extensions.code).join(' ');
}

/** An owner with a site, a link to it, and someone who opened it. */
export async function makeShared(gateway: TestGateway, given = '', plan: 'free' | 'pro' = 'pro') {
  const owner = await makeSignedIn(gateway, plan);
  const site = await makeSite(gateway.db, owner.accountId, { domain: 'shared.example', name: 'Shared' });
  const link = await makeLink(gateway, { cookie: owner.cookie, siteId: site.id, given });
  return { owner, site, link, viewer: await openLink(gateway, link.token) };
}
