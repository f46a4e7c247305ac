// Makes release/ from the commit that is checked out:
// - the package (site-traffic-VERSION.tgz)
// - the list of its parts (site-traffic-VERSION.cdx.json, CycloneDX): the packages that npm installs with it, and those
//   whose code is bundled into its files
// - what is new (CHANGES.md), from CHANGELOG.md
// - the checksums of these (SHA256SUMS, for `sha256sum -c`)
// It builds in a folder of its own, so that nothing but the commit gets into the package, and dist/ stays as it is.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const FOLDER = 'release';
/** Always at this depth, since the bundle has relative paths in comments. */
const STAGE = `${FOLDER}/.stage`;

const run = (program, args, options = {}) =>
  execFileSync(program, args, { encoding: 'utf8', maxBuffer: 1 << 28, ...options });

function release() {
  const { name, version } = JSON.parse(readFileSync('package.json', 'utf8'));
  const changes = changesOf(readFileSync('CHANGELOG.md', 'utf8'), version);
  if (changes === undefined) refuse(`CHANGELOG.md has no section "## ${version}"; write it, and commit it`);
  const changed = run('git', ['status', '--porcelain']).trim();
  if (changed !== '') refuse(`the tree has changes that are not committed; commit or undo them:\n${changed}`);

  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(STAGE, { recursive: true });
  run('tar', ['-x', '-C', STAGE], {
    input: execFileSync('git', ['archive', 'HEAD'], { maxBuffer: 1 << 28 }),
  });
  symlinkSync(resolve('node_modules'), `${STAGE}/node_modules`);
  run('npm', ['pack', '--silent', '--pack-destination', resolve(FOLDER)], {
    cwd: STAGE,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const tarball = `${name}-${version}.tgz`;
  const bundled = JSON.parse(readFileSync(`${STAGE}/dist/parts.json`, 'utf8'));
  const parts = partsOf({ name, bundled, digest: digestOf(`${FOLDER}/${tarball}`) });
  const list = `${name}-${version}.cdx.json`;
  writeFileSync(`${FOLDER}/${list}`, `${JSON.stringify(parts, null, 2)}\n`);
  writeFileSync(`${FOLDER}/CHANGES.md`, changes);
  const files = [tarball, list, 'CHANGES.md'];
  const sums = files.map((file) => `${digestOf(`${FOLDER}/${file}`)}  ${file}\n`);
  writeFileSync(`${FOLDER}/SHA256SUMS`, sums.join(''));
  rmSync(STAGE, { recursive: true });
  process.stdout.write([...files, 'SHA256SUMS'].map((file) => `${FOLDER}/${file}\n`).join(''));
}

/** The section of a version, with its heading; undefined if there is none. */
export function changesOf(changelog, version) {
  const sections = changelog.split(/^(?=## )/m);
  const found = sections.find((section) => section.split(/\s/, 2)[1] === version);
  return found && `${found.trim()}\n`;
}

/**
 * The parts as CycloneDX: what `npm sbom` says about the packages that are installed or bundled, without those that only
 * build and test. The identity and the time are those of the contents, so that the same commit makes the same list.
 */
function partsOf({ name, bundled, digest }) {
  const sbom = (...options) => JSON.parse(run('npm', ['sbom', '--sbom-format', 'cyclonedx', ...options]));
  const refsOf = ({ components }) => new Set(components.map((component) => component['bom-ref']));
  const all = sbom();
  const installed = refsOf(sbom('--omit', 'dev'));
  const refs = new Set(bundled.map((part) => part.replace(' ', '@')));
  const listed = all.components.flatMap((component) => {
    const how = howOf(component['bom-ref'], { installed, refs });
    return how === undefined ? [] : [withUse(component, how)];
  });
  const known = new Set(listed.map((component) => `${component.name}@${component.version}`));
  const inside = [...refs].filter((ref) => !known.has(ref)).map(partInside);
  const components = [...listed, ...inside];
  const own = all.metadata.component['bom-ref'];
  const kept = new Set([own, ...components.map((component) => component['bom-ref'])]);
  const dependencies = all.dependencies
    .filter(({ ref }) => kept.has(ref))
    .map(({ ref, dependsOn }) => ({
      ref,
      dependsOn: ref === own ? [...kept].slice(1) : dependsOn.filter((on) => kept.has(on)),
    }));
  const timestamp = new Date(Number(run('git', ['log', '-1', '--format=%ct'])) * 1000).toISOString();
  return {
    ...all,
    serialNumber: `urn:uuid:${digest.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-5$3-8$4-$5')}`,
    metadata: { ...all.metadata, timestamp, component: { ...all.metadata.component, name } },
    components,
    dependencies,
  };
}

function howOf(ref, { installed, refs }) {
  if (installed.has(ref)) return 'installed beside the package';
  return refs.has(ref) ? 'bundled into the files of the package' : undefined;
}

/** A development dependency of ours is a part of what we ship if its code is bundled. */
function withUse(component, how) {
  const properties = component.properties.filter(
    (property) => property.name !== 'cdx:npm:package:development',
  );
  return {
    ...component,
    scope: 'required',
    properties: [...properties, { name: 'site-traffic:use', value: how }],
  };
}

/** A package that another one contains: npm does not know it. */
function partInside(ref) {
  const at = ref.lastIndexOf('@');
  const [name, version] = [ref.slice(0, at), ref.slice(at + 1)];
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
  const component = { 'bom-ref': ref, type: 'library', name, version, purl, properties: [] };
  return withUse(component, 'bundled into the files of the package, inside another package');
}

function digestOf(file) {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}

function refuse(reason) {
  console.error(`no release: ${reason}`);
  process.exit(1);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) release();
