import { createInterface } from 'node:readline';

/** The address that a server prints once it listens. What it prints later is read and dropped. */
export async function addressOf(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface(output)) {
    const [, url] = /^listening on (\S+)$/.exec(line) ?? [];
    if (url === undefined) continue;
    output.resume();
    return url;
  }
  throw new Error('the server ended before it listened');
}
