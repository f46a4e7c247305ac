import { readConfig } from '../settings/config.ts';
import { holdBuild } from './hold-build.ts';
import { run } from './run.ts';
import { typedCommand } from '../serving/typed-command.ts';
import { endAtNextSignal, stopSignal } from '../serving/stop-signal.ts';

holdBuild();
const exitCode = await run(process.argv.slice(2), {
  readConfig: () => readConfig(process.env),
  now: () => Date.now(),
  stdin: () => process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  command: typedCommand({
    script: process.argv[1],
    workingFolder: process.cwd(),
    searchPath: process.env['PATH'],
  }),
  stopSignal,
});
endAtNextSignal();
// No process.exit(): output to a pipe may still be unwritten.
if (exitCode !== 0) process.exitCode = exitCode;
