import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { withPrometheus } from '../support/programs.ts';

const run = promisify(execFile);
const FOLDER = 'deploy/prometheus';

describe.runIf(withPrometheus)('alerts.yml', () => {
  it('has rules that Prometheus accepts', async () => {
    const { stdout } = await run('promtool', ['check', 'rules', join(FOLDER, 'alerts.yml')]);
    expect(stdout).toContain('SUCCESS');
  });

  it('raises each alarm when it should, and none while all is well', async () => {
    const { stdout, stderr } = await run('promtool', ['test', 'rules', 'alerts.test.yml'], { cwd: FOLDER });
    expect(stdout + stderr).toContain('SUCCESS');
  });
});

it('explains each alarm on the page about metrics, and no other', () => {
  const { groups } = parse(readFileSync(join(FOLDER, 'alerts.yml'), 'utf8')) as Rules;
  const alarms = groups.flatMap(({ rules }) => rules.map(({ alert }) => alert));
  const page = readFileSync('docs/metrics.md', 'utf8');
  const explained = [...page.matchAll(/^\| `(SiteTraffic\w+)` \| .{20,} \|$/gm)].map(([, alarm]) => alarm);

  expect(alarms.length).toBeGreaterThan(5);
  expect(explained.toSorted()).toEqual(alarms.toSorted());
});

type Rules = {
  readonly groups: readonly { readonly rules: readonly { readonly alert: string }[] }[];
};
