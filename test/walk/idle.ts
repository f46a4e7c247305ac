import { setTimeout as delay } from 'node:timers/promises';
import { recordNow } from './made/make-data.ts';
import type { Session } from './owner.ts';
import type { Screen } from './screens.ts';
import { type Walk, openScreen, openWindow } from './window.ts';

const MOST_SECONDS = 0.1;
const IDLE_MS = 12_000;

/** What the answers and a few pulses after an event take. */
const CALM_MS = 12_000;

/** What a page that nobody uses takes of the processor: its main thread, and all of its process. */
type Taken = { readonly mainThread: number; readonly process: number };

/** Reports screens that are busy though nothing happens. The site has been recorded to just before. */
export async function watchIdle(
  walk: Walk,
  session: Session,
  screens: readonly Screen[],
): Promise<readonly string[]> {
  const lines: string[] = [];
  for (const screen of screens) {
    await recordNow(walk.url, session, Date.now());
    const { mainThread, process } = await idleSeconds(walk, screen);
    lines.push(
      `${screen.name}: ${mainThread.toFixed(2)} s of the main thread, ${process.toFixed(2)} s of the process`,
    );
    if (process > MOST_SECONDS)
      walk.report({
        screen: screen.name,
        at: '1280',
        what: `takes ${process.toFixed(2)} s of the processor in ${IDLE_MS / 1000} idle seconds`,
      });
  }
  return lines;
}

async function idleSeconds(walk: Walk, screen: Screen): Promise<Taken> {
  const { context, page } = await openWindow(walk, screen);
  const session = await context.newCDPSession(page);
  await session.send('Performance.enable');
  const ofMainThread = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0;
  };
  const ofProcess = async () => {
    const browser = await walk.browser.newBrowserCDPSession();
    const { processInfo } = await browser.send('SystemInfo.getProcessInfo');
    await browser.detach();
    const renderers = processInfo.filter(({ type }) => type === 'renderer');
    return renderers.reduce((sum, { cpuTime }) => sum + cpuTime, 0);
  };
  await openScreen(page, walk, screen);
  await delay(CALM_MS);
  const before = { mainThread: await ofMainThread(), process: await ofProcess() };
  await delay(IDLE_MS);
  const after = { mainThread: await ofMainThread(), process: await ofProcess() };
  await context.close();
  return { mainThread: after.mainThread - before.mainThread, process: after.process - before.process };
}
