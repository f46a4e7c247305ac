import { Response } from '@whatwg-node/fetch';
import type { Logger } from 'pino';
import type { Arrival } from '../context.ts';
import { datesOf } from '../domain/date-range.ts';
import type { EventType } from '../domain/event.ts';
import { Refusal } from '../domain/refusal.ts';
import { type Headers, refusalAnswer } from '../http/answer.ts';
import { authenticatedHeaders } from '../http/authenticated-headers.ts';
import { codingHeaders, contentCoding, encodedChunks } from '../http/content-coding.ts';
import { inOperation } from '../http/in-operation.ts';
import { streamedBody } from '../http/streamed-body.ts';
import { type EventExport, exportEvents } from '../operations/reading/export-events.ts';
import type { ExportsUnderWay } from '../operations/reading/exports-under-way.ts';
import { refusalOf } from '../operations/refusal-of.ts';
import { type ExportFormat, exportChunks, formatOf } from '../wire/export.ts';
import type { ExportRoute } from './route.ts';

const LEFT_OUT = 'export cut short: its caller may no longer read the site';

export type ExportDoor = {
  /** Answers a GET or HEAD of a route. */
  fetch(request: Request, route: ExportRoute, arrival: Arrival): Promise<Response>;
};

/** The response with the events of a site as a file, for keys that read and for signed-in owners. */
export function createExportDoor(log: Logger, underWay: ExportsUnderWay, takeWithinMs: number): ExportDoor {
  /** An error before the first chunk is thrown, so that an error response is still possible. */
  async function send(
    request: Request,
    { chunks, headers }: { readonly chunks: AsyncGenerator<string, void>; readonly headers: Headers },
    { requestId, cut }: Arrival,
  ): Promise<Response> {
    const coding = contentCoding(request.headers);
    const sent = coding ? encodedChunks(chunks, coding) : chunks;
    const { value: first } = request.method === 'HEAD' ? {} : await sent.next();
    const onFailure = (err: unknown) => {
      if (err instanceof Refusal) log.warn({ requestId, code: err.code }, LEFT_OUT);
      else log.error({ err, requestId }, 'request failed');
    };
    const onStall = () => log.warn({ requestId }, 'export cut short: its reader stopped reading');
    const leaving = { signal: request.signal, takeWithinMs, onStall };
    const body = first === undefined ? null : streamedBody([first], sent, { onFailure, cut }, leaving);
    return new Response(body, { status: 200, headers: { ...headers, ...codingHeaders(coding) } });
  }

  return {
    async fetch(request, { siteId, format }, arrival) {
      let headers: Headers = {};
      try {
        const ctx = (await arrival.admitOwner(siteId)) ?? (await arrival.admit(siteId));
        const asked = { siteId, ...parametersOf(request) };
        const exporting = inOperation(arrival, 'export', () => exportEvents(ctx, underWay, asked));
        const found = await exporting.finally(() => (headers = authenticatedHeaders(ctx, 'export')));
        const { contentType, ...written } = formatOf(format, found.isContinued);
        const chunks = exportChunks(found.pages, written);
        const whole = { ...headers, 'Content-Type': contentType, ...nameHeader(found, format) };
        return await send(request, { chunks, headers: whole }, arrival);
      } catch (error) {
        if (!(error instanceof Refusal))
          log.error({ err: error, requestId: arrival.requestId }, 'request failed');
        return refusalAnswer(refusalOf(error), headers);
      }
    },
  };
}

function parametersOf({ url }: Request) {
  const query = new URL(url).searchParams;
  return {
    start: query.getAll('start'),
    end: query.getAll('end'),
    type: query.getAll('type'),
    bot: query.getAll('bot'),
    page: query.getAll('page'),
    cursor: query.getAll('cursor'),
    after: query.getAll('after'),
  };
}

/** What a file has that holds events of one type. */
const NAMES: Readonly<Record<EventType, string>> = {
  bot: 'bot-visits',
  referral: 'referrals',
  conversion: 'conversions',
};

/** Named after the site, the filters and the days. */
function nameHeader({ site, range, filters }: EventExport, format: ExportFormat): Headers {
  const { start, end } = datesOf(range);
  const { type, botName = '', pagePath = '' } = filters;
  const kind = type === undefined ? 'events' : NAMES[type];
  const parts = [inFileName(site.domain, 100), kind, inFileName(botName, 40), inFileName(pagePath, 40)];
  const name = [...parts.filter((part) => part !== ''), start, end].join('-');
  return { 'Content-Disposition': `attachment; filename="${name}.${format}"` };
}

/**
 * Whatever is stored or asked for, the name of the file is short, in one folder, not hidden, and needs no escapes in a
 * header.
 */
function inFileName(text: string, length: number): string {
  const words = text.slice(0, length).match(/[a-zA-Z0-9]+(?:(?:\.|-+)[a-zA-Z0-9]+)*/g) ?? [];
  return words.join('-');
}
