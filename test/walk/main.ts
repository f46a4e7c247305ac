import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { startServed } from '../load/served.ts';
import { freePort } from '../support/free-port.ts';
import { runCommand } from './command.ts';
import { EMAIL, PASSWORD, makeAccount, makeData } from './made/make-data.ts';
import { tableOf } from './finding.ts';
import { USAGE, readOptions } from './options.ts';
import { SCREENS } from './screens.ts';
import { walkAll } from './walk.ts';

const asked = readOptions(
  process.argv.slice(2),
  SCREENS.map(({ name }) => name),
);
if (asked.kind === 'help') {
  console.log(USAGE);
  process.exit(0);
}
if (asked.kind === 'wrong') {
  console.error(`${asked.fault}\n\n${USAGE}`);
  process.exit(2);
}
const { dataDir: kept, dataOnly, screenshots, only } = asked.options;

/** Far above what a walk asks for. */
const LIMITS = { SELF_HOSTED_REQUESTS_PER_MINUTE: '1000000' };

const dataFolder = resolve(kept ?? join(mkdtempSync(join(tmpdir(), 'site-traffic-walk-')), 'data'));
try {
  if (existsSync(dataFolder)) await runCommand(dataFolder, ['migrate']);
  else await makeFolder();
  if (dataOnly) await describeData();
  else await serving(walk);
} finally {
  if (kept === undefined) rmSync(dirname(dataFolder), { recursive: true, force: true });
}

async function serving(work: (url: string) => Promise<void>): Promise<void> {
  const served = await startServed(await freePort(), { DATA_DIR: dataFolder, ...LIMITS });
  try {
    await work(served.url);
  } finally {
    await served.stop();
  }
}

/** All of it, or nothing that a later walk would take for all. */
async function makeFolder(): Promise<void> {
  tell('making the data');
  try {
    await makeAccount(dataFolder);
    await serving((url) => makeData({ url, dataFolder }, Date.now()));
  } catch (error) {
    rmSync(dataFolder, { recursive: true, force: true });
    throw error;
  }
}

async function describeData(): Promise<void> {
  const lines = [
    `Start it:  DATA_DIR=${dataFolder} node dist/cli.js serve`,
    `Sign in:   ${await runCommand(dataFolder, ['account', 'invite', EMAIL])}`,
    `           or ${EMAIL}, with the password "${PASSWORD}"`,
  ];
  console.log(lines.join('\n'));
}

async function walk(url: string): Promise<void> {
  if (screenshots !== undefined) mkdirSync(screenshots, { recursive: true });
  const { findings, figures } = await walkAll(url, { screenshots, only, tell });
  if (findings.length > 0) {
    console.log(tableOf(findings));
    process.exitCode = 1;
  } else console.log('Nothing was found.');
  if (figures.length > 0) console.log(`\n${figures.map((figure) => `- ${figure}`).join('\n')}`);
}

function tell(line: string): void {
  console.error(line);
}
