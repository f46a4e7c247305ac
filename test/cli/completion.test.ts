import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { useCommandLine } from './support.ts';

const { folder, run } = useCommandLine();

describe('the completion of bash', () => {
  const cases = {
    acc: ['account'],
    'account set': ['set-plan'],
    'account create --p': ['--plan'],
    'account create --plan ': ['free', 'pro', 'self-hosted'],
    'account set-plan a@example.com se': ['self-hosted'],
    'events --type con': ['conversion'],
    'events export --ty': ['--type'],
    'logs import --site ': [],
    'share ': ['create', 'list', 'revoke', '--help', 'help'],
    'completion ': ['--help', 'bash', 'zsh', 'fish'],
  };
  let completed: readonly string[] = [];

  beforeAll(async () => {
    const script = join(folder, 'completion.bash');
    writeFileSync(script, (await run('completion', 'bash')).stdout);
    const lines = Object.keys(cases).map((line) => {
      const words = ['site-traffic', ...line.split(' ')].map((word) => `'${word}'`);
      return `COMP_WORDS=(${words.join(' ')}); COMP_CWORD=${words.length - 1}; _site_traffic; echo "\${COMPREPLY[*]}"`;
    });
    const text = execFileSync('bash', ['--norc', '-c', [`source '${script}'`, ...lines].join('\n')]);
    completed = text.toString().split('\n');
  });

  it.each(Object.entries(cases).map(([line, words], at) => ({ line, words, at })))(
    'completes "$line"',
    ({ words, at }) => {
      expect((completed[at] ?? '').split(' ').filter(Boolean).toSorted()).toEqual(words.toSorted());
    },
  );
});

it('zsh and fish get the same commands with their descriptions', async () => {
  const [zsh, fish] = [(await run('completion', 'zsh')).stdout, (await run('completion', 'fish')).stdout];
  expect(zsh).toContain(`'revoke:revoke a share link, from its next request on'`);
  // loaded as a file of fpath, it completes the first time, too
  expect(zsh.trimEnd().split('\n').at(-1)).toMatch(
    /^if \[ "\$funcstack\[1\]" = _site-traffic \]; then _site_traffic "\$@";/,
  );
  expect(zsh).toContain(`(' account create --plan') compadd -- 'free' 'pro' 'self-hosted'; return ;;`);
  expect(fish).toContain(
    `-n '__site_traffic_at " share"' -f -a 'revoke' -d 'revoke a share link, from its next request on'`,
  );
  expect(fish).toContain(`-n '__site_traffic_at " account create"' -l plan -x -a 'free pro self-hosted'`);
  expect((await run('completion', 'tcsh')).stderr).toBe(
    'site-traffic: <shell> must be bash, zsh or fish; got "tcsh"\n',
  );
});
