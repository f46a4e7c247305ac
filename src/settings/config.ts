import type * as z from 'zod';
import { quote } from '../domain/refusal.ts';
import { type Given, SETTINGS, type Setting } from './settings.ts';

/** The settings of the service, each where its declaration in `settings.ts` says. */
export type Config = {
  readonly [Key in keyof Tree]: Tree[Key] | (Key extends MayBeMissing ? undefined : never);
};

/** How requests are classified. */
export type RecordingConfig = Config['recording'];

export type RecordingFiles = Omit<RecordingConfig, 'crawlRule'>;

type Declared = typeof SETTINGS;

type Tree = Branch<{
  readonly [Name in keyof Declared as Declared[Name]['to']]: Parsed<Declared[Name]> | Unset<Declared[Name]>;
}>;

/** An object of values, which are given by their paths in it. */
type Branch<Values> = {
  readonly [Key in FirstOf<keyof Values>]: Key extends keyof Values
    ? Values[Key]
    : Branch<{
        readonly [Path in keyof Values as Path extends `${Key}.${infer Rest}` ? Rest : never]: Values[Path];
      }>;
};

type FirstOf<Path> = Path extends `${infer Key}.${string}` ? Key : Extract<Path, string>;

/** The objects that have an essential setting. */
type MayBeMissing = FirstOf<Extract<Declared[keyof Declared], { readonly isEssential: true }>['to']>;

type Parsed<One extends { readonly schema: z.ZodType }> = z.output<One['schema']>;

/** What a setting is without a text: never if it has a default, or if the object would be missing too. */
type Unset<One> = One extends { readonly preset: string } | { readonly isEssential: true }
  ? never
  : One extends { readonly absent: (given: Given) => infer Absent }
    ? Absent
    : undefined;

/** The settings are invalid. There is one complaint for each bad setting; none contains a secret. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly complaints: readonly string[];
  /** The files that the settings name, so that whoever can open them can complain about them too. */
  readonly files: RecordingFiles;

  constructor(complaints: readonly string[], files: RecordingFiles) {
    super(`the settings are invalid: ${complaints.join('; ')}`);
    this.complaints = complaints;
    this.files = files;
  }
}

/** Parses the settings. An empty variable counts as unset. Throws ConfigError with all complaints at once. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, text]) => text !== ''));
  const read = Object.entries<Setting>(SETTINGS).map(([name, setting]) => readSetting(name, setting, given));
  // Each value was parsed by the schema of its setting.
  const config = branchOf(read) as Config;
  const complaints = read.flatMap((one) => one.complaints);
  if (complaints.length > 0) throw new ConfigError(complaints, config.recording);
  return config;
}

/** The value of a setting, and where it goes. */
type Leaf = {
  readonly path: readonly string[];
  readonly value: unknown;
  readonly isEssential: boolean;
};

function readSetting(
  name: string,
  setting: Setting,
  given: Given,
): Leaf & { readonly complaints: readonly string[] } {
  const { to, schema, preset, absent } = setting;
  const leaf = { path: to.split('.'), isEssential: setting.isEssential === true };
  const text = given[name] ?? preset;
  if (text === undefined) return { ...leaf, value: absent?.(given), complaints: [] };
  const parsed = schema.safeParse(text);
  const complaints = parsed.success
    ? complaintsAboutNeeds(name, setting, given)
    : [complaintAbout(name, setting, text)];
  return { ...leaf, value: parsed.data, complaints };
}

/** Undefined without a value that the object cannot be without. */
function branchOf(leaves: readonly Leaf[]): object | undefined {
  const isMissing = leaves.some(
    ({ path, isEssential, value }) => path.length === 1 && isEssential && value === undefined,
  );
  if (isMissing) return undefined;
  const keys = new Set(leaves.map(({ path: [key = ''] }) => key));
  return Object.fromEntries([...keys].map((key) => [key, valueAt(key, leaves)]));
}

function valueAt(key: string, leaves: readonly Leaf[]): unknown {
  const below = leaves
    .filter(({ path: [first] }) => first === key)
    .map(({ path: [, ...path], ...rest }) => ({ ...rest, path }));
  const leaf = below.find(({ path }) => path.length === 0);
  return leaf === undefined ? branchOf(below) : leaf.value;
}

function complaintAbout(name: string, { allowed, isSecret, advice }: Setting, text: string): string {
  const remarks = [isSecret ? undefined : `got ${quote(text)}`, advice?.(text)];
  return [`${name} must be ${allowed}`, ...remarks.filter((remark) => remark !== undefined)].join('; ');
}

function complaintsAboutNeeds(name: string, { needs = {} }: Setting, given: Given): readonly string[] {
  if (given[name] === undefined) return [];
  const missing = Object.entries(needs).filter(([needed]) => given[needed] === undefined);
  return missing.map(([needed, what]) => `${name} needs ${needed}, ${what}`);
}
