#!/usr/bin/env node
import { readConfig } from '../config.ts';
import { run } from './run.ts';
import { endAtNextSignal } from './stop-signal.ts';

const surroundings = { readConfig: () => readConfig(process.env), now: () => Date.now() };
const exitCode = await run(process.argv.slice(2), surroundings);
endAtNextSignal();
// No process.exit(): output to a pipe may still be unwritten.
if (exitCode !== 0) process.exitCode = exitCode;
