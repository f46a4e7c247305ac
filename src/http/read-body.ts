/** The bytes of a body, or the reason why they could not be read. */
export type ReadBody = Uint8Array | 'too large' | 'cut short';

/**
 * Reads the body of a request, up to `maxBytes`; the rest of a larger one stays unread. An announced length is trusted,
 * because HTTP delivers no more bytes than that.
 */
export async function readBody(request: Request, maxBytes: number): Promise<ReadBody> {
  const announced = request.headers.get('content-length');
  if (announced !== null && Number(announced) > maxBytes) return 'too large';
  try {
    if (announced === null) return await readCounted(request.body, maxBytes);
    return await readWhole(request, Number(announced));
  } catch {
    // Only the connection to the caller can fail here. That is not a failure of the service.
    return 'cut short';
  }
}

/** A connection that breaks ends the body without an error, so the length is compared with the announced one. */
async function readWhole(request: Request, announced: number): Promise<ReadBody> {
  const bytes = new Uint8Array(await request.arrayBuffer());
  return bytes.byteLength < announced ? 'cut short' : bytes;
}

/** The reader is not cancelled at the limit: that would break the connection that carries the answer. */
async function readCounted(body: Request['body'], maxBytes: number): Promise<ReadBody> {
  if (body === null) return new Uint8Array();
  const reader = body.getReader();
  const chunks: Uint8Array[] = [];
  for (let length = 0; ;) {
    const { done, value } = await reader.read();
    if (done) return Buffer.concat(chunks);
    length += value.byteLength;
    if (length > maxBytes) return 'too large';
    chunks.push(value);
  }
}
