import { createRequire } from 'node:module';
import { resolve } from 'node:path';

type Php = {
  readonly writeFile: (path: string, text: string) => void;
  readonly mkdir: (path: string) => void;
  readonly run: (options: object) => Promise<{ readonly text: string; readonly errors: string }>;
  readonly exit: () => void;
};

type PhpWasm = {
  readonly loadNodeRuntime: (version: string) => Promise<number>;
};

const require = createRequire(resolve('test/senders/package.json'));

/**
 * Runs scripts one after the other with PHP of a version that Debian does not have, and resolves with what the last one
 * printed. They share files, and have no network.
 */
export async function runPhp(
  version: '7.4' | '8.4',
  files: Readonly<Record<string, string>>,
  ...scripts: readonly string[]
): Promise<string> {
  const { loadNodeRuntime } = require('@php-wasm/node') as PhpWasm;
  const { PHP } = require('@php-wasm/universal') as { readonly PHP: new (runtime: number) => Php };
  const php = new PHP(await loadNodeRuntime(version));
  try {
    php.mkdir('/site');
    for (const [name, text] of Object.entries(files)) php.writeFile(`/site/${name}`, text);
    let printed = '';
    for (const code of scripts) {
      const { text, errors } = await php.run({ code });
      if (/^PHP /m.test(errors)) throw new Error(errors);
      printed = text;
    }
    return printed;
  } finally {
    php.exit();
  }
}
