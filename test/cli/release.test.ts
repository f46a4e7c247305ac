import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { changesOf } from '../../tools/release.js';
import { newFolder } from '../embedded/support.ts';

const CHANGELOG =
  '# Changelog\n\n## 1.2.0 (unreleased)\n\n- More.\n\n### Upgrading\n\nRun it.\n\n## 1.2\n\n- Less.\n';

it('takes the section of exactly one version', () => {
  expect(['1.2.0', '1.2', '1'].map((version) => changesOf(CHANGELOG, version))).toEqual([
    '## 1.2.0 (unreleased)\n\n- More.\n\n### Upgrading\n\nRun it.\n',
    '## 1.2\n\n- Less.\n',
    undefined,
  ]);
});

it('makes no release of a version that the changelog lacks, or of changes that are not committed', () => {
  const cwd = newFolder();
  const release = () => spawnSync(process.execPath, [resolve('tools/release.js')], { cwd, encoding: 'utf8' });
  const write = (name: string, text: string) => {
    writeFileSync(`${cwd}/${name}`, text);
  };
  execFileSync('git', ['init', '--quiet'], { cwd });
  write('CHANGELOG.md', CHANGELOG);
  write('package.json', '{"name":"site-traffic","version":"2.0.0"}');
  expect(release()).toMatchObject({
    status: 1,
    stderr: 'no release: CHANGELOG.md has no section "## 2.0.0"; write it, and commit it\n',
  });
  write('package.json', '{"name":"site-traffic","version":"1.2.0"}');
  expect(release()).toMatchObject({
    status: 1,
    stderr:
      'no release: the tree has changes that are not committed; commit or undo them:\n?? CHANGELOG.md\n?? package.json\n',
  });
});
