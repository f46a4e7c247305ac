import { once } from 'node:events';
import { type IncomingHttpHeaders, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

type Sent = {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly { readonly spans: readonly SentSpan[] }[];
  }[];
};
type Attribute = { readonly key: string; readonly value: { readonly stringValue?: string } };
type SentSpan = {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
};

/** A collector of traces until the test ends: the spans, what they say of their source, and the headers that came with them. */
export async function startCollector() {
  const spans: SentSpan[] = [];
  const source: Record<string, string | undefined> = {};
  const headers: IncomingHttpHeaders[] = [];
  const server = createServer((request, response) => {
    void json(request).then((sent) => {
      headers.push(request.headers);
      for (const { resource, scopeSpans } of (sent as Sent).resourceSpans) {
        for (const { key, value } of resource.attributes) source[key] = value.stringValue;
        for (const scope of scopeSpans) spans.push(...scope.spans);
      }
      response.end('{}');
    });
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { spans, source, headers, url: `http://127.0.0.1:${port}` };
}
