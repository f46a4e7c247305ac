/** The text of a body, or "too large" when it has more bytes than allowed, which are then not all read. */
export type ReadBody = { readonly text: string } | 'too large';

/** Reads a request's body as UTF-8. An announced length is believed, since HTTP holds the body to it. */
export async function readBody(request: Request, maxBytes: number): Promise<ReadBody> {
  const announced = request.headers.get('content-length');
  if (announced === null) return readCounted(request.body, maxBytes);
  return Number(announced) <= maxBytes ? { text: await request.text() } : 'too large';
}

/** The reader is left where it is, not cancelled: that would break the connection that carries the answer. */
async function readCounted(body: Request['body'], maxBytes: number): Promise<ReadBody> {
  if (body === null) return { text: '' };
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (let bytes = 0; ;) {
    const { done, value } = await reader.read();
    if (done) return { text: text + decoder.decode() };
    bytes += value.byteLength;
    if (bytes > maxBytes) return 'too large';
    text += decoder.decode(value, { stream: true });
  }
}
