import { execFile, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { DockerfileParser, type JSONInstruction } from 'dockerfile-ast';
import { validate } from 'dockerfile-utils';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import packageJson from '../../package.json' with { type: 'json' };
import { STOP_WITHIN_MS } from '../../src/serving/stop-signal.ts';
import { readConfig } from '../../src/settings/config.ts';
import { SETTINGS } from '../../src/settings/settings.ts';
import { unknownWords } from './commands.ts';

const FOLDER = 'deploy/docker';
const text = readFileSync(join(FOLDER, 'Dockerfile'), 'utf8');
const dockerfile = DockerfileParser.parse(text);

describe('the Dockerfile', () => {
  const jsonOf = (instruction: JSONInstruction | undefined): readonly string[] =>
    (instruction?.getJSONStrings() ?? []).map((value) => value.getJSONValue());
  const copied = dockerfile
    .getCOPYs()
    .filter((copy) => copy.getFlags().every((flag) => flag.getName() !== 'from'))
    .flatMap((copy) => copy.getArguments().slice(0, -1).map(String));

  it('has no fault that a linter finds', () => {
    expect(validate(text)).toEqual([]);
  });

  it('copies files that exist, and the build sees no others', () => {
    expect(copied.filter((source) => !existsSync(source))).toEqual([]);
    const [all, ...allowed] = readFileSync('.dockerignore', 'utf8').split('\n').filter(isEntry);
    expect([all, ...allowed.sort()]).toEqual(['*', ...copied.map((source) => `!${source}`).sort()]);
  });

  it('builds and runs with one exact version of Node.js, which package.json allows', () => {
    const [image = '', ...others] = new Set(dockerfile.getFROMs().map((from) => from.getImage() ?? ''));
    expect(others).toEqual([]);
    const [, major, minor] = /^node:(\d+)\.(\d+)\.\d+-bookworm-slim$/.exec(image) ?? [];
    const [, leastMajor, leastMinor] = /^>=(\d+)\.(\d+)$/.exec(packageJson.engines.node) ?? [];
    const order = (a = '', b = '') => Number(a) * 1000 + Number(b);
    expect(order(major, minor)).toBeGreaterThanOrEqual(order(leastMajor, leastMinor));
  });

  it('starts a command that exists, as a user without privileges, with settings that exist', () => {
    const last = dockerfile.getInstructions();
    const argumentsOf = (keyword: string) =>
      last.filter((one) => one.getKeyword() === keyword).map((one) => one.getArgumentsContent());
    expect([argumentsOf('USER'), argumentsOf('STOPSIGNAL')]).toEqual([['node'], ['SIGTERM']]);
    expect(jsonOf(dockerfile.getENTRYPOINTs()[0])).toEqual([
      'node',
      '--env-file-if-exists=/run/secrets/settings.env',
      `/opt/site-traffic/${packageJson.bin['site-traffic']}`,
    ]);
    expect(unknownWords(jsonOf(dockerfile.getCMDs()[0]))).toEqual([]);
    const names = dockerfile.getENVs().flatMap((env) => env.getProperties().map((one) => one.getName()));
    expect(names.filter((name) => !(name in SETTINGS))).toEqual([]);
    expect(text).toContain(`image.version="${packageJson.version}"`);
  });

  it.each([
    ['200 OK', 0],
    ['503 Service Unavailable', 1],
    [undefined, 1],
  ])('is healthy by the status of /health/live: %s', async (status, expected) => {
    const [, , code = ''] =
      /CMD (\[.*\])/
        .exec(text)
        ?.slice(1)
        .flatMap((json) => JSON.parse(json)) ?? [];
    const seen: string[] = [];
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', (request) => {
        seen.push(request.toString().split(' HTTP')[0] ?? '');
        socket.end(status === undefined ? '' : `HTTP/1.1 ${status}\r\ncontent-length: 0\r\n\r\n`);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const exitCode = await new Promise((resolve) => {
      const check = execFile(process.execPath, ['-e', code], { env: { PORT: String(port) } });
      check.on('exit', resolve);
    });
    server.close();
    expect([exitCode, seen[0]]).toEqual([expected, 'GET /health/live']);
  });
});

type Service = {
  readonly image: string;
  readonly command?: readonly string[];
  readonly read_only: boolean;
  readonly cap_drop: readonly string[];
  readonly security_opt: readonly string[];
  readonly secrets: readonly string[];
  readonly networks: readonly string[];
  readonly ports?: readonly string[];
  readonly stop_grace_period?: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
};
type Compose = {
  readonly services: Readonly<Record<string, Service>>;
  readonly networks: Readonly<Record<string, { readonly internal?: boolean } | null>>;
  readonly secrets: Readonly<Record<string, { readonly file: string }>>;
};

describe('the compose file', () => {
  const compose = parse(readFileSync(join(FOLDER, 'compose.yaml'), 'utf8'), { merge: true }) as Compose;
  const services = Object.entries(compose.services);

  it.each(services)('leaves %s no privileges, and no way to write to its image', (_name, service) => {
    expect(service).toMatchObject({
      image: expect.stringMatching(/^[a-z-]+:\d+\.\d+(?:\.\d+)?(?:-bookworm)?$/),
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
    });
  });

  it('starts each service when those it needs are healthy, and serves after the migrations', () => {
    const needs = services.map(([name, { depends_on: on = {} }]) => [
      name,
      Object.fromEntries(Object.entries(on).map(([other, { condition }]) => [other, condition])),
    ]);
    expect(Object.fromEntries(needs)).toEqual({
      serve: { migrate: 'service_completed_successfully', redis: 'service_healthy' },
      migrate: { postgres: 'service_healthy' },
      postgres: {},
      redis: {},
    });
    expect(unknownWords(compose.services['migrate']?.command ?? [])).toEqual([]);
  });

  it('shows only the service to the host, and the databases to nobody else', () => {
    expect(services.flatMap(([, { ports = [] }]) => ports)).toEqual(['127.0.0.1:4000:4000']);
    expect(compose.networks['data']).toEqual({ internal: true });
    for (const name of ['migrate', 'postgres', 'redis'])
      expect(compose.services[name]?.networks).toEqual(['data']);
  });

  it('lets the program stop by itself before it is killed', () => {
    const seconds = Number(compose.services['serve']?.stop_grace_period?.replace('s', ''));
    expect(seconds).toBeGreaterThan(STOP_WITHIN_MS / 1000);
  });

  describe('with the secrets of make-secrets', () => {
    let folder = '';
    const make = () => spawnSync(join(folder, 'make-secrets'), { encoding: 'utf8' }).status;
    const secret = (name: string) => readFileSync(join(folder, 'secrets', name), 'utf8');
    beforeEach(() => {
      folder = mkdtempSync(join(tmpdir(), 'site-traffic-secrets-'));
      cpSync(join(FOLDER, 'make-secrets'), join(folder, 'make-secrets'));
    });
    afterEach(() => {
      rmSync(folder, { recursive: true, force: true });
    });

    it('finds every file, in a folder that is closed to others, and keeps it', () => {
      expect(make()).toBe(0);
      const files = Object.values(compose.secrets).map(({ file }) => join(folder, file));
      expect(files.filter((file) => !existsSync(file))).toEqual([]);
      expect(
        services.flatMap(([, { secrets }]) => secrets).filter((name) => !(name in compose.secrets)),
      ).toEqual([]);
      expect(statSync(join(folder, 'secrets')).mode & 0o777).toBe(0o700);
      const made = secret('settings.env');
      expect([make() === 0, secret('settings.env') === made]).toEqual([false, true]);
    });

    it('gives the service the passwords of its databases', () => {
      make();
      const settings = parseEnv(secret('settings.env'));
      expect(readConfig(settings)).toMatchObject({ workers: 'auto', publicUrl: 'http://127.0.0.1:4000' });
      const [postgres, redis] = [settings['DATABASE_URL'], settings['REDIS_URL']].map(
        (url) => new URL(url ?? ''),
      );
      const { POSTGRES_USER, POSTGRES_DB } = compose.services['postgres']?.environment ?? {};
      expect(postgres).toMatchObject({
        hostname: 'postgres',
        username: POSTGRES_USER,
        password: secret('postgres-password'),
        pathname: `/${POSTGRES_DB}`,
      });
      const [, user, password, rights] =
        /^user (site-\S+) on >(\S+) (.*)$/m.exec(secret('redis-users')) ?? [];
      expect(redis).toMatchObject({ hostname: 'redis', username: user, password });
      expect(readFileSync('docs/scaling.md', 'utf8')).toContain(
        `ACL SETUSER site-traffic on >PASSWORD ${rights}\n`,
      );
    });
  });
});

function isEntry(line: string): boolean {
  return line !== '' && !line.startsWith('#');
}
