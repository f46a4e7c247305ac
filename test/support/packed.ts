import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';

export const MODULES = 'node_modules/';

/** Packs the product as npm publishes it, and unpacks it where npm would install it in the folder. Returns the tarball. */
export function installPacked(folder: string): string {
  const product = join(folder, MODULES, 'site-traffic');
  mkdirSync(product, { recursive: true });
  const packed = execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], {
    encoding: 'utf8',
  });
  const tarball = join(folder, packed.trim().split('\n').at(-1) ?? '');
  execFileSync('tar', ['-xzf', tarball, '-C', product, '--strip-components=1']);
  return tarball;
}

/** Makes packages of another folder look installed in this one. */
export function linkPackages(folder: string, from: string, names: readonly string[]): void {
  for (const name of names) {
    const path = join(folder, MODULES, name);
    mkdirSync(dirname(path), { recursive: true });
    symlinkSync(join(from, name), path);
  }
}
