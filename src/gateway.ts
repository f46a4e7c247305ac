import { randomUUID } from 'node:crypto';
import { createAdmission } from './admission.ts';
import { createCollectDoor } from './collect/door.ts';
import type { Arrival, Connection, Parts } from './context.ts';
import type { IdentityProvider } from './domain/identity.ts';
import type { PersistedDocuments } from './domain/persisted-documents.ts';
import type { Passwords } from './domain/password.ts';
import type { PublicUrl } from './domain/public-url.ts';
import { Refusal } from './domain/refusal.ts';
import type { SessionLimits } from './domain/session.ts';
import { instantOrNull } from './domain/time.ts';
import { type Door, createDoors } from './doors.ts';
import { createDrainDoor } from './drain/door.ts';
import { createLatePushCheck } from './drain/late-push-check.ts';
import type { PushCheck } from './drain/senders/sender.ts';
import { createExportDoor } from './export/door.ts';
import { type Shortcut, createGraphqlDoor } from './graphql/door.ts';
import { WholeResponse, json, refusalAnswer } from './http/answer.ts';
import { encoded } from './http/content-coding.ts';
import { corsHeaders, isPreflight } from './http/cors.ts';
import type { Dashboard } from './http/dashboard.ts';
import type { Incoming, RequestHead } from './http/incoming.ts';
import { loggedPath } from './http/logged-path.ts';
import { noRoute } from './http/no-route.ts';
import { isAmbiguous, sentPath } from './http/sent-path.ts';
import type { Limits } from './limits/limits.ts';
import { createMcpDoor } from './mcp/door.ts';
import { createMailGuard } from './operations/delivery/mail-links.ts';
import { createSessionGuard } from './operations/owner/authenticate-owner.ts';
import { createShareGuard } from './operations/owner/authenticate-share.ts';
import { createPasswords } from './operations/owner/passwords.ts';
import { createSignInGuard } from './operations/owner/sign-in-guard.ts';
import { createExportsUnderWay } from './operations/reading/exports-under-way.ts';
import type { Attribution } from './operations/recording/attribution.ts';
import { type Committer, createCommitter } from './operations/recording/committer.ts';
import type { Recorder } from './operations/recording/record-events.ts';
import { type SourceNotes, createSourceNotes } from './operations/recording/source-notes.ts';
import { refusalOf } from './operations/refusal-of.ts';
import { type ReadinessCheck, createReadinessCheck } from './operations/upkeep/readiness.ts';
import type { RequestRules } from './recording/classify-request.ts';
import { createOwnerDoor } from './owner-door/door.ts';
import { createDigestDoor } from './owner-door/digest-door.ts';
import { createMailDoor } from './owner-door/mail-door.ts';
import { createProviderDoor } from './owner-door/provider-door.ts';
import { createShareDoor } from './owner-door/share-door.ts';
import { createRestDoor } from './rest/door.ts';
import type { Telemetry } from './telemetry/telemetry.ts';
import { watchCommitter } from './telemetry/watch-committer.ts';
import { watchedBy } from './telemetry/watch-requests.ts';

export type GatewayParts = Omit<Parts, 'passwords' | 'limiter' | 'catalogue'> & {
  readonly limits: Limits;
  /**
   * Where browsers reach the service, given the origin that trusted proxies tell; called when a request needs it, after
   * the server has its port.
   */
  readonly publicUrl: (forwardedOrigin?: string) => PublicUrl;
  readonly sessionLimits: SessionLimits;
  /** Where owners may sign in instead; only with a public URL that is configured. */
  readonly identityProvider?: IdentityProvider;
  readonly corsOrigins: '*' | readonly string[];
  /** Settings of the collector; by default it writes to slot 0, without countries, rules, conversions or their products. Names are explained by its catalogue. */
  readonly recording?: RequestRules & {
    /** The rollup rows of this process (`leaseSlot`). */
    readonly slot?: () => number;
    /** Finds the products of conversions (`createAttribution`). */
    readonly attribution?: Attribution | undefined;
  };
  /** When the newest list of bots' address ranges was retrieved, which is null by default: never. */
  readonly rangesUpdatedAtMs?: () => number | null;
  /** When the country database in use was built, which is null by default: unknown. */
  readonly countriesBuiltAtMs?: () => number | null;
  /** How long the reader of an export may take nothing, in milliseconds; 30 seconds by default. */
  readonly takeWithinMs?: number | undefined;
  /** Who watches from outside; nobody by default. */
  readonly telemetry?: Pick<Telemetry, 'metrics' | 'requests'> | undefined;
  /** Documents that GraphQL clients may name; none by default. */
  readonly persistedDocuments?: PersistedDocuments | undefined;
  /** What share links may send: the documents of their page, or in tests any. */
  readonly sharedDocuments?: 'own' | 'any' | undefined;
  /** How known documents are answered, as tests see it. */
  readonly shortcut?: Shortcut | undefined;
  /** Checks the tokens of pushes to a drain, with Google's keys by default. */
  readonly checkPush?: PushCheck | undefined;
  /** Where it is noted what came in; by default in the database. */
  readonly sources?: SourceNotes | undefined;
  /** The pages for people; without it there are none. */
  readonly dashboard?: Dashboard;
};

/** Beyond what a network pauses for, far below what a forgotten reader would hold. */
const TAKE_WITHIN_MS = 30_000;

export type Gateway = {
  /** Responds to any request; never rejects. */
  fetch(request: Incoming, connection?: Connection): Promise<Response>;
  /** Waits for work that no request waits for. */
  close(): Promise<void>;
};

/** Connects the parts: all doors share one set of operations. The returned gateway holds all state. */
export function createGateway(parts: GatewayParts): Gateway {
  const { db, log, now, corsOrigins, limits, dashboard, takeWithinMs = TAKE_WITHIN_MS } = parts;
  const { slot = () => 0, attribution, ...rules } = parts.recording ?? {};
  const passwords = createPasswords();
  const guards = createGuards(now, limits);
  const shared = { limiter: limits.limiter, passwords, catalogue: rules.catalogue };
  const admission = createAdmission({ ...parts, ...shared, ...guards });
  const readiness = createReadinessCheck(db, now, limits.scope);
  const watched = watchedBy(parts.telemetry?.requests ?? []);
  const recorder = recorderWith(slot, attribution, parts);
  const committer = readiness.watch(openCommitter(recorder, parts.telemetry?.metrics));
  const sources = parts.sources ?? openNotes(parts);
  const collect = createCollectDoor(log, { committer, rules, sources });
  const drain = createDrainDoor(log, { recorder, rules, sources, checkPush: pushCheckOf(parts) });
  const exports = createExportDoor(log, createExportsUnderWay(limits.exports), takeWithinMs);
  const apis = { rest: createRestDoor(log), mcp: createMcpDoor(log), graphql: openGraphql(parts) };
  const signIn = createSignInDoors(parts, passwords, guards);
  const doors = { ...apis, collect, drain, exports, ...signIn, dashboard };
  const findDoor = createDoors(() => readinessAnswer(readiness, parts), doors);

  return {
    async fetch(request, connection) {
      const requestId = randomUUID();
      const startedMs = performance.now();
      const path = sentPath(request.url);
      const door = findDoor(path, queryOf(request));
      const { method, headers } = request;
      const response = await watched(
        { requestId, method, headers, route: door?.route ?? NO_ROUTE },
        admission.arrive(request, requestId, connection),
        (arrival) =>
          enter(door, request, arrival, dashboard).catch((error: unknown) => {
            log.error({ err: error, requestId }, 'request failed');
            return refusalAnswer(refusalOf(error));
          }),
      );
      response.headers.set('X-Request-Id', requestId);
      response.headers.set('X-Content-Type-Options', 'nosniff');
      const cors = corsHeaders(request, originsFor(door, corsOrigins), door?.methods ?? ANY);
      for (const [name, value] of Object.entries(cors)) response.headers.append(name, value);
      const ms = Math.round(performance.now() - startedMs);
      const asked = { method: request.method, path: loggedPath(path) };
      log.info({ requestId, ...asked, status: response.status, ms }, 'request');
      return asked.method === 'HEAD' ? withoutBody(response) : response;
    },
    async close() {
      await apis.graphql.dispose();
      await Promise.all([admission.settle(), sources.settle()]);
    },
  };
}

type Guards = ReturnType<typeof createGuards>;

/** What doors and the admission look tokens up with. */
function createGuards(now: () => number, limits: Limits) {
  return {
    sessionGuard: createSessionGuard(now, limits),
    shareGuard: createShareGuard(now, limits),
    mailGuard: createMailGuard(now, limits),
  };
}

function openGraphql({ log, persistedDocuments: documents, sharedDocuments, shortcut }: GatewayParts) {
  return createGraphqlDoor(log, { documents, sharedDocuments, shortcut });
}

/** Where owners sign in and out, and others open their share links. */
function createSignInDoors(
  { db, log, limits, sessionLimits, identityProvider }: GatewayParts,
  passwords: Passwords,
  { sessionGuard, shareGuard, mailGuard }: Guards,
) {
  const guard = createSignInGuard(limits);
  const signIn = { db, passwords, guard, sessionGuard, limits: sessionLimits };
  return {
    owner: createOwnerDoor(log, signIn),
    provider: identityProvider && createProviderDoor(log, { ...signIn, provider: identityProvider }),
    share: createShareDoor(log, { db, shareGuard }),
    mail: createMailDoor(log, { db, mailGuard }),
    digest: createDigestDoor(log),
  };
}

function openNotes({ db, log }: GatewayParts): SourceNotes {
  return createSourceNotes(db, (err) => log.warn({ err }, 'what came in was not noted; trying again'));
}

function openCommitter(recorder: Recorder, metrics: Telemetry['metrics'] | undefined): Committer {
  const committer = createCommitter(recorder);
  return metrics ? watchCommitter(committer, metrics) : committer;
}

function recorderWith(
  slot: () => number,
  attribution: Attribution | undefined,
  { db, plans, now }: GatewayParts,
) {
  return {
    ...{ db, plans, now, attribution },
    get slot() {
      return slot();
    },
  };
}

function pushCheckOf({ checkPush, now }: GatewayParts): PushCheck {
  return checkPush ?? createLatePushCheck(now);
}

/** What metrics say of a path without a door. */
const NO_ROUTE = 'unknown';

/** What a preflight for an unknown route allows, so that the page may read that there is no such route. */
const ANY = 'GET, HEAD, POST, OPTIONS';

async function readinessAnswer(
  readiness: ReadinessCheck,
  { rangesUpdatedAtMs = () => null, countriesBuiltAtMs = () => null }: GatewayParts,
): Promise<Response> {
  const state = await readiness.look();
  const ranges = { updated_at: instantOrNull(rangesUpdatedAtMs()) };
  const countries = { built_at: instantOrNull(countriesBuiltAtMs()) };
  return json(state.status === 'ready' ? 200 : 503, { ...state, ranges, countries });
}

/** The origins whose pages may read the responses of a door. */
function originsFor(door: Door | undefined, corsOrigins: GatewayParts['corsOrigins']) {
  return door?.isForPages === false ? [] : corsOrigins;
}

async function enter(
  door: Door | undefined,
  request: Incoming,
  arrival: Arrival,
  dashboard: Dashboard | undefined,
): Promise<Response> {
  if (isAmbiguous(sentPath(request.url))) return refusalAnswer(new Refusal('BAD_REQUEST', AMBIGUOUS));
  if (door === undefined && isPreflight(request)) return new WholeResponse(null, { status: 204 });
  if (door === undefined) return noRoute(request, sentPath(request.url), dashboard);
  const { methods, answer } = door;
  if (request.method === 'OPTIONS')
    return new WholeResponse(null, { status: 204, headers: { Allow: methods } });
  if (methods.split(', ').includes(request.method)) return encoded(request, await answer(request, arrival));
  return refusalAnswer(new Refusal('METHOD_NOT_ALLOWED'), { Allow: methods });
}

const AMBIGUOUS = {
  message: 'The path must not have a backslash, a segment "." or "..", or an encoded slash outside an id.',
};

/** The query of the request; undefined if its Host header makes the URL invalid, which is then an unknown route. */
function queryOf({ url }: RequestHead): URLSearchParams | undefined {
  return URL.canParse(url) ? new URL(url).searchParams : undefined;
}

function withoutBody(response: Response): Response {
  return new WholeResponse(null, { status: response.status, headers: response.headers });
}
