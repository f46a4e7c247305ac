import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { afterAll, expect, inject, it, onTestFinished, vi } from 'vitest';
import { copyDataFolder } from '../support/migrated-folder.ts';
import { ask, buildEmbedded, newFolder, startFixture } from './support.ts';
import type { EmbeddedOptions } from '../../src/embedded/embedded-database.ts';

const embedded = await buildEmbedded();
const { folder, open } = embedded;
afterAll(embedded.remove);

const SERVER: EmbeddedOptions = { waitMs: 0 };
const COMMAND: EmbeddedOptions = { waitMs: 600_000 };

function mode(path: string): string {
  return (statSync(path).mode & 0o777).toString(8);
}

it('makes a folder that only its user can enter, with a socket and files of the same kind', async () => {
  const fresh = `${newFolder()}/a/b`;
  await open(SERVER, fresh);
  const names = ['', '/pg', '/lock', '/socket', '/.s.PGSQL.5432'];
  expect(Object.fromEntries(names.map((name) => [name, mode(fresh + name)]))).toEqual({
    '': '700',
    '/pg': '700',
    '/lock': '600',
    '/socket': '600',
    '/.s.PGSQL.5432': '600',
  });
});

it('closes an empty folder that others may enter, and refuses one with files', async () => {
  const empty = newFolder();
  chmodSync(empty, 0o777);
  const database = await open(SERVER, empty);
  expect(mode(empty)).toBe('700');
  await database.close();
  for (const [permissions, options] of [
    [0o777, SERVER],
    [0o750, COMMAND],
    [0o701, SERVER],
  ] as const) {
    chmodSync(empty, permissions);
    await expect(open(options, empty)).rejects.toThrow(
      new embedded.FolderUnusable(
        `the data folder ${empty} cannot be used: other users may enter it; run: chmod 700 '${empty}', or choose another folder with DATA_DIR`,
      ),
    );
    expect(mode(empty)).toBe(permissions.toString(8));
  }
});

it('leaves nothing of unlogged tables in the folder, of which a copy is a backup', async () => {
  const own = newFolder();
  const first = await open(SERVER, own);
  await ask(first.host, `create table kept as select 'a kept row' as text`);
  await ask(first.host, `create unlogged table forgotten as select 'a forgotten row' as text`);
  await first.close();

  const bytes = readdirSync(`${own}/pg/base`, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => readFileSync(`${parentPath}/${name}`));
  const has = (text: string) => bytes.some((one) => one.includes(text));
  expect([has('a kept row'), has('a forgotten row')]).toEqual([true, false]);
  const second = await open(SERVER, own);
  expect(await ask(second.host, 'select * from forgotten')).toEqual([]);
});

it('keeps what was written, and frees the folder when it is closed', async () => {
  const first = await open(SERVER);
  await ask(first.host, 'create table kept as select 1 as n');
  await Promise.all([first.close(), first.close()]);
  expect([existsSync(`${folder}/socket`), existsSync(`${folder}/.s.PGSQL.5432`)]).toEqual([false, false]);
  const second = await open(SERVER);
  expect([second.owner, await ask(second.host, 'select * from kept')]).toEqual([true, [{ n: 1 }]]);
});

it('lets a command be the guest of the process that owns the folder, and a guest close nothing', async () => {
  const owner = await open(SERVER);
  const guest = await open(COMMAND);
  expect([owner.owner, guest.owner, guest.host]).toEqual([true, false, owner.host]);
  await ask(guest.host, 'create table met as select 1 as n');
  await guest.close();
  expect(await ask(owner.host, 'select * from met')).toEqual([{ n: 1 }]);
});

it('refuses a server the folder of another process at once, and names both', async () => {
  const holder = startFixture('holder', embedded.url, folder, '0');
  expect(await holder.next()).toEqual({ host: folder, owner: true });
  await expect(open(SERVER)).rejects.toThrow(
    new embedded.FolderInUse(`the data folder ${folder} is in use by process ${holder.pid}; stop it first`),
  );
  await holder.finish();
  expect((await open(SERVER)).owner).toBe(true);
});

it('refuses a command when the holder has not answered in time', async () => {
  await open(SERVER);
  rmSync(`${folder}/socket`); // as if it were still starting
  await expect(open({ waitMs: 100 })).rejects.toThrow(
    new embedded.FolderInUse(
      `the data folder ${folder} is in use by process ${process.pid}, which does not respond`,
    ),
  );
});

it('serves a folder whose path is too long for a socket', async () => {
  const deep = `${newFolder()}/${'é'.repeat(60)}/${'deep/'.repeat(12)}data`;
  mkdirSync(dirname(deep), { recursive: true });
  await copyDataFolder(inject('migratedFolder'), deep);
  const owner = await open(SERVER, deep);
  const guest = await open(COMMAND, deep);
  expect(guest.host).toBe(owner.host);
  expect([mode(owner.host), mode(`${owner.host}/.s.PGSQL.5432`)]).toEqual(['700', '600']);
  expect(await ask(guest.host, 'select 1 as answer')).toEqual([{ answer: 1 }]);
  await owner.close();
  expect(existsSync(owner.host)).toBe(false);
});

it('leaves the socket alone of a folder in use from which it was copied', async () => {
  const [original, copy] = [`${newFolder()}/data`, `${newFolder()}/data`];
  await copyDataFolder(inject('migratedFolder'), original);
  const owner = await open(SERVER, original);
  await copyDataFolder(original, copy);
  await (await open(SERVER, copy)).close();
  const guest = await open(COMMAND, original);
  expect(await ask(guest.host, 'select 1 as answer')).toEqual([{ answer: 1 }]);
  await owner.close();
});

it('has one owner when twelve servers start at once on the lock of a killed one', async () => {
  await leaveLockOfKilledOwner();
  const answers = await answersOfTwelve(SERVER);
  expect(answers.filter((answer) => 'owner' in answer)).toEqual([{ host: folder, owner: true }]);
  expect(answers.filter((answer) => answer.refused === 'FolderInUse')).toHaveLength(11);
});

it('has one owner and eleven guests when twelve commands start at once', async () => {
  await leaveLockOfKilledOwner();
  const answers = await answersOfTwelve(COMMAND);
  expect(answers.filter((answer) => answer.owner === true)).toEqual([{ host: folder, owner: true }]);
  expect(answers.filter((answer) => answer.owner === false)).toEqual(
    Array.from({ length: 11 }, () => ({ host: folder, owner: false })),
  );
});

async function leaveLockOfKilledOwner(): Promise<void> {
  const killed = startFixture('holder', embedded.url, folder, '0');
  await killed.next();
  await killed.kill();
  expect(readFileSync(`${folder}/lock`, 'utf8')).toBe(String(killed.pid));
}

type Answer = { readonly host?: string; readonly owner?: boolean; readonly refused?: string };

async function answersOfTwelve({ waitMs }: EmbeddedOptions): Promise<Answer[]> {
  const twelve = Array.from({ length: 12 }, () =>
    startFixture('holder', embedded.url, folder, String(waitMs)),
  );
  const answers = await Promise.all(twelve.map((holder) => holder.next()));
  await Promise.all(twelve.map((holder) => holder.finish()));
  return answers as Answer[];
}

it('starts over where a first start was cut short', async () => {
  const half = newFolder();
  mkdirSync(`${half}/pg/base`, { recursive: true });
  writeFileSync(`${half}/pg/PG_VERSION`, '18\n');
  writeFileSync(`${half}/pg.unfinished`, '');
  const { host } = await open(SERVER, half);
  expect(await ask(host, 'select 1 as answer')).toEqual([{ answer: 1 }]);
  expect(existsSync(`${half}/pg.unfinished`)).toBe(false);
});

it.each([
  [
    'has lost its control file',
    'global/pg_control',
    undefined,
    'PANIC:  could not open file "global/pg_control"',
  ],
  ['is of another PostgreSQL', 'PG_VERSION', '15\n', 'initialized by PostgreSQL version 15'],
  ['has lost its PG_VERSION', 'PG_VERSION', undefined, 'is not empty and has no file PG_VERSION'],
])(
  'says why it cannot open a database that %s, and leaves that unchanged',
  async (_, file, content, reason) => {
    const path = `${folder}/pg/${file}`;
    const whole = readFileSync(path);
    if (content === undefined) rmSync(path);
    else writeFileSync(path, content);
    const error = await open(SERVER).catch((refusal: unknown) => refusal);
    expect(error).toBeInstanceOf(embedded.FolderUnusable);
    expect(String(error)).toContain(`the data folder ${folder} cannot be used: `);
    expect(String(error)).toContain(reason);
    writeFileSync(path, whole);
    expect((await open(SERVER)).owner).toBe(true);
  },
);

it.runIf(process.platform === 'linux')('says why where a file system takes no folders', async () => {
  await expect(open(SERVER, '/proc/a/b')).rejects.toThrow(
    "the data folder /proc/a/b cannot be used: ENOENT: no such file or directory, mkdir '/proc/a'",
  );
});

it('says why a folder cannot be made', async () => {
  const file = `${newFolder()}/file`;
  writeFileSync(file, '');
  await expect(open(SERVER, file)).rejects.toThrow(
    `the data folder ${file} cannot be used: it is not a folder`,
  );
  await expect(open(SERVER, `${file}/under`)).rejects.toThrow(
    `the data folder ${file}/under cannot be used: ENOTDIR`,
  );
});

it.runIf(process.platform === 'linux')('says what is missing where there is no flock', async () => {
  vi.stubEnv('PATH', '/nowhere');
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  await expect(open(SERVER)).rejects.toThrow(
    `the data folder ${folder} cannot be used: the program "flock" (util-linux or busybox) cannot be run; ` +
      'install it, or set DATABASE_URL',
  );
});
