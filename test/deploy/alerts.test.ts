import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { hasPrometheus } from './prometheus.ts';

const run = promisify(execFile);
const FOLDER = 'deploy/prometheus';

describe.runIf(hasPrometheus)('alerts.yml', () => {
  it('has rules that Prometheus accepts', async () => {
    const { stdout } = await run('promtool', ['check', 'rules', join(FOLDER, 'alerts.yml')]);
    expect(stdout).toContain('SUCCESS');
  });

  it('raises each alarm when it should, and none while all is well', async () => {
    const { stdout, stderr } = await run('promtool', ['test', 'rules', 'alerts.test.yml'], { cwd: FOLDER });
    expect(stdout + stderr).toContain('SUCCESS');
  });
});
