import type { CollectDoor } from './collect/door.ts';
import { matchCollectRoute } from './collect/route.ts';
import type { Arrival } from './context.ts';
import type { DrainDoor } from './drain/door.ts';
import { DRAIN_ROUTE, matchDrainRoute } from './drain/route.ts';
import { CHALLENGE_PATH, challengeAnswer } from './drain/senders/fastly.ts';
import type { ExportDoor } from './export/door.ts';
import { EXPORT_ROUTE, matchExportRoute } from './export/route.ts';
import type { GraphqlDoor } from './graphql/door.ts';
import { GRAPHIQL_FOLDER } from './graphql/graphiql.ts';
import { json } from './http/answer.ts';
import { contentCoding } from './http/content-coding.ts';
import type { Dashboard } from './http/dashboard.ts';
import { type Incoming, wholeOf } from './http/incoming.ts';
import { isAmbiguous } from './http/sent-path.ts';
import type { McpDoor } from './mcp/door.ts';
import { OPENAPI_PATH, openapiAnswer } from './openapi/answer.ts';
import type { OwnerDoor } from './owner-door/door.ts';
import { type DigestDoor, PREVIEW_PATH } from './owner-door/digest-door.ts';
import { MAIL_ROUTE, type MailDoor, matchMailRoute } from './owner-door/mail-door.ts';
import { BEGIN_PATH, FINISH_PATH, type ProviderDoor } from './owner-door/provider-door.ts';
import { SHARE_PATH, type ShareDoor } from './owner-door/share-door.ts';
import type { RestDoor } from './rest/door.ts';
import { matchRoute } from './rest/routes.ts';
import { COLLECT_ROUTE } from './wire/endpoints.ts';

/** The door behind a path: the methods it allows, and its handler. */
export type Door = {
  /** The template of its paths, for metrics. */
  readonly route: string;
  readonly methods: string;
  /** False if pages of other origins may not call it, whatever CORS_ORIGINS says. */
  readonly isForPages?: false;
  readonly answer: (request: Incoming, arrival: Arrival) => Response | Promise<Response>;
};

const READ = 'GET, HEAD, OPTIONS';

type Entrances = {
  readonly rest: RestDoor;
  readonly graphql: GraphqlDoor;
  readonly mcp: McpDoor;
  readonly collect: CollectDoor;
  readonly drain: DrainDoor;
  readonly exports: ExportDoor;
  readonly owner: OwnerDoor;
  readonly provider: ProviderDoor | undefined;
  readonly share: ShareDoor;
  readonly mail: MailDoor;
  readonly digest: DigestDoor;
  readonly dashboard: Dashboard | undefined;
};

/** Finds the door behind a path, in the characters in which it was sent; undefined if there is none. An ambiguous one leads to none. */
export function createDoors(
  readinessState: () => Promise<Response>,
  entrances: Entrances,
): (pathname: string, query: URLSearchParams | undefined) => Door | undefined {
  const { rest, graphql, dashboard } = entrances;
  const doors = fixedDoors(readinessState, entrances);
  return (pathname, query) => {
    if (query === undefined || isAmbiguous(pathname)) return undefined;
    const route = matchRoute(pathname);
    if (route) {
      return {
        route: route.path,
        methods: READ,
        answer: ({ method, headers }, arrival) =>
          rest.fetch({ method, ...route, query, coding: contentCoding(headers) }, arrival),
      };
    }
    if (pathname.startsWith(`${GRAPHIQL_FOLDER}/`)) {
      return {
        route: GRAPHIQL_FOLDER,
        methods: READ,
        answer: (request) => graphql.asset(wholeOf(request), pathname),
      };
    }
    return doorOfOne(pathname, entrances) ?? doors.get(pathname) ?? pageDoor(dashboard?.find(pathname));
  };
}

/** The door behind a path that names one of many: a site, a key, or the token of a mail. */
function doorOfOne(pathname: string, { collect, drain, exports, mail }: Entrances): Door | undefined {
  const exported = matchExportRoute(pathname);
  if (exported) {
    return {
      route: EXPORT_ROUTE,
      methods: READ,
      answer: (request, arrival) => exports.fetch(wholeOf(request), exported, arrival),
    };
  }
  const drained = matchDrainRoute(pathname);
  if (drained) {
    return {
      route: DRAIN_ROUTE,
      methods: 'GET, HEAD, POST, PUT, OPTIONS',
      isForPages: false,
      answer: (request, arrival) => drain.fetch(request, drained, arrival),
    };
  }
  const mailed = matchMailRoute(pathname);
  if (mailed !== undefined) {
    return {
      route: MAIL_ROUTE,
      methods: 'GET, HEAD, POST, OPTIONS',
      isForPages: false,
      answer: (request, arrival) => mail.fetch(request, mailed, arrival),
    };
  }
  const siteId = matchCollectRoute(pathname);
  if (siteId === undefined) return undefined;
  return {
    route: COLLECT_ROUTE,
    methods: 'POST, OPTIONS',
    answer: (request, arrival) => collect.fetch(wholeOf(request), siteId, arrival),
  };
}

/** The doors behind one path each. */
function fixedDoors(
  readinessState: () => Promise<Response>,
  { graphql, mcp, owner, provider, share, digest }: Entrances,
): ReadonlyMap<string, Door> {
  return new Map<string, Door>([
    fixedDoor('/graphql', 'GET, POST, OPTIONS', (request, arrival) =>
      graphql.fetch(wholeOf(request), arrival),
    ),
    mcpDoor(mcp),
    fixedDoor('/session', 'POST, DELETE, OPTIONS', (request, arrival) =>
      owner.fetch(wholeOf(request), arrival),
    ),
    fixedDoor(SHARE_PATH, 'POST, OPTIONS', (request, arrival) => share.fetch(wholeOf(request), arrival)),
    ownDoor(PREVIEW_PATH, READ, (_, arrival) => digest.fetch(arrival)),
    ...providerDoors(provider),
    fixedDoor(OPENAPI_PATH, READ, openapiAnswer),
    fixedDoor(CHALLENGE_PATH, READ, challengeAnswer),
    fixedDoor('/health/live', READ, () => json(200, { status: 'live' })),
    fixedDoor('/health/ready', READ, readinessState),
  ]);
}

function providerDoors(provider: ProviderDoor | undefined): readonly (readonly [string, Door])[] {
  if (provider === undefined) return [];
  const methods = 'GET, OPTIONS';
  return [
    fixedDoor(BEGIN_PATH, methods, (request, arrival) => provider.begin(wholeOf(request), arrival)),
    fixedDoor(FINISH_PATH, methods, (request, arrival) => provider.finish(wholeOf(request), arrival)),
  ];
}

function fixedDoor(path: string, methods: string, answer: Door['answer']): readonly [string, Door] {
  return [path, { route: path, methods, answer }];
}

function mcpDoor(mcp: McpDoor): readonly [string, Door] {
  return ownDoor('/mcp', 'POST, OPTIONS', (request, arrival) => mcp.fetch(wholeOf(request), arrival));
}

/** One that pages of other origins may not call. */
function ownDoor(path: string, methods: string, answer: Door['answer']): readonly [string, Door] {
  return [path, { route: path, methods, answer, isForPages: false }];
}

function pageDoor(answer: Door['answer'] | undefined): Door | undefined {
  return answer && { route: '/', methods: READ, answer };
}
