import { parseArgs } from 'node:util';

export type Options = {
  readonly dataOnly: boolean;
  readonly dataDir: string | undefined;
  readonly screenshots: string | undefined;
  /** The names of the screens; undefined for all. */
  readonly only: readonly string[] | undefined;
};

/** What the arguments ask for. A fault is why it cannot be done. */
export type Asked =
  | { readonly kind: 'walk'; readonly options: Options }
  | { readonly kind: 'help' }
  | { readonly kind: 'wrong'; readonly fault: string };

export function readOptions(args: readonly string[], screens: readonly string[]): Asked {
  try {
    const { values } = parse(args);
    if (values.help) return { kind: 'help' };
    const { only, screenshots, 'data-only': dataOnly, 'data-dir': dataDir } = values;
    const fault = faultIn({ only, screenshots, dataOnly, dataDir }, screens);
    if (fault !== undefined) return { kind: 'wrong', fault };
    return { kind: 'walk', options: { only, screenshots, dataOnly, dataDir } };
  } catch (error) {
    return { kind: 'wrong', fault: (error as TypeError).message };
  }
}

const parse = (args: readonly string[]) =>
  parseArgs({
    args: [...args],
    options: {
      'data-only': { type: 'boolean', default: false },
      'data-dir': { type: 'string' },
      screenshots: { type: 'string' },
      only: { type: 'string', multiple: true },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });

function faultIn({ only, dataOnly, dataDir }: Options, screens: readonly string[]): string | undefined {
  const unknown = only?.find((name) => !screens.includes(name));
  if (unknown !== undefined) return `There is no screen "${unknown}". Name one of: ${screens.join(', ')}`;
  if (dataOnly && dataDir === undefined) return 'Say with --data-dir where the data shall be.';
  return undefined;
}

export const USAGE = `Usage: npm run walk -- [options]

Opens every screen in Chromium and lists what is cut, hidden or moves.

  --only SCREEN         walk one screen, such as "settings: keys"; can be repeated
  --screenshots FOLDER  write a picture of each screen, size and theme
  --data-dir FOLDER     make the data there and leave it, or use what an earlier walk left
  --data-only           only make the data, and say how to serve it; needs --data-dir
  -h, --help            show this text`;
