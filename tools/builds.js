// The builds in dist/. A build is a folder that nothing changes: a server that runs it may read its files at any time.
import { existsSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';

/** A folder that no build has used. One of the same name may be running, or be left by a build that broke off. */
export function newBuild(dist, digest) {
  const name = `build-${digest.slice(0, 12)}`;
  for (let count = 1; ; count++) {
    const build = count === 1 ? name : `${name}-${count}`;
    if (!existsSync(`${dist}/${build}`)) return build;
  }
}

/** Makes a build the one that cli.js starts, in one step: whoever starts it at this moment gets the old or the new one. */
export function switchTo(dist, build) {
  writeFileSync(`${dist}/cli.js.new`, `#!/usr/bin/env node\nimport './${build}/main.js';\n`, { mode: 0o755 });
  rmSync(`${dist}/current.new`, { force: true });
  symlinkSync(build, `${dist}/current.new`);
  for (const name of ['cli.js', 'current']) renameSync(`${dist}/${name}.new`, `${dist}/${name}`);
  // what `npm pack` leaves out
  const left = [
    '*.map',
    '/inputs.sha256',
    '/metafile.json',
    '/parts.json',
    '/current',
    '/build-*',
    `!/${build}`,
    'running',
  ];
  writeFileSync(`${dist}/.npmignore`, `${left.join('\n')}\n`);
}

/** Deletes what earlier builds left, but for the builds that a process runs. */
export function deleteUnused(dist, build) {
  const kept = [
    ...[
      build,
      'cli.js',
      'current',
      '.npmignore',
      'LICENSES.txt',
      'metafile.json',
      'parts.json',
      'schema.graphql',
    ],
    ...['middleware', 'client'].flatMap((name) => [`${name}.js`, `${name}.d.ts`]),
  ];
  for (const name of readdirSync(dist)) {
    if (!kept.includes(name) && !isRunning(`${dist}/${name}`))
      rmSync(`${dist}/${name}`, { recursive: true, force: true });
  }
}

/** Each process that runs a build has a file in it, named with its id (src/cli/hold-build.ts). */
function isRunning(folder) {
  const folderOfIds = `${folder}/running`;
  return existsSync(folderOfIds) && readdirSync(folderOfIds).some((id) => isAlive(Number(id)));
}

function isAlive(processId) {
  try {
    return process.kill(processId, 0);
  } catch (error) {
    return error.code === 'EPERM'; // it belongs to somebody else
  }
}
