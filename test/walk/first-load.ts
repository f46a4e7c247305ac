import { gzipSync } from 'node:zlib';
import type { Screen } from './screens.ts';
import { type Walk, openScreen, openWindow } from './window.ts';

const MOST_SCRIPT_BYTES = 60_000;
const MOST_PAINT_MS = 2_000;

/** 400 kbit/s, and 400 ms for each answer: a phone on a bad line. */
const BAD_LINE = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };

/** Reports if the first screen needs too much script, or shows nothing for too long on a bad line. */
export async function measureFirstLoad(walk: Walk, screen: Screen): Promise<readonly string[]> {
  const bytes = await scriptBytes(walk, screen);
  if (bytes > MOST_SCRIPT_BYTES)
    walk.report({ screen: screen.name, at: 'first load', what: `needs ${bytes} bytes of script` });
  const paintMs = await firstPaintMs(walk, screen);
  if (paintMs > MOST_PAINT_MS)
    walk.report({
      screen: screen.name,
      at: 'a bad line',
      what: `shows nothing for ${(paintMs / 1000).toFixed(1)} s`,
    });
  return [
    `${screen.name}: ${(bytes / 1000).toFixed(1)} kB of script, compressed`,
    `${screen.name}: first shows something after ${(paintMs / 1000).toFixed(1)} s at 400 kbit/s and 400 ms`,
  ];
}

async function scriptBytes(walk: Walk, screen: Screen): Promise<number> {
  const { context, page } = await openWindow(walk, screen);
  const scripts: Promise<Buffer>[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(response.body());
  });
  await openScreen(page, walk, screen);
  const bodies = await Promise.all(scripts);
  await context.close();
  return bodies.reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0);
}

async function firstPaintMs(walk: Walk, screen: Screen): Promise<number> {
  const { context, page } = await openWindow(walk, screen);
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', BAD_LINE);
  await openScreen(page, walk, screen);
  const ms = await page.evaluate<number>(
    "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Infinity",
  );
  await context.close();
  return ms;
}
