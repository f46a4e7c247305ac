import { readFileSync } from 'node:fs';
import type { CodegenConfig } from '@graphql-codegen/cli';
import { parse, print, separateOperations } from 'graphql';
import { schema } from './src/graphql/schema.ts';
import { printMarkedSchema } from './src/graphql/semantic-non-null.ts';

/** Documents in the order given, as strings that know the types of their variables and data. */
function typedDocuments(...files: string[]): NonNullable<CodegenConfig['generates'][string]> {
  return {
    documents: files.map((file) => readFileSync(file, 'utf8')).join('\n'),
    preset: 'client',
    presetConfig: { fragmentMasking: false },
    config: {
      documentMode: 'string',
      enumType: 'string-literal',
      importExtension: '.ts',
      strictScalars: true,
      useTypeImports: true,
      scalars: { Date: 'string', DateTime: 'string', SafeInt: 'number' },
    },
  };
}

/** The operations of the view of a share link, each with its fragments: the server allows no others there. */
function sharedDocuments(): string {
  const read = (name: string) => readFileSync(`src/dashboard/${name}.graphql`, 'utf8');
  const own = Object.keys(separateOperations(parse(read('shared/shared'))));
  const others = ['overview/overview', 'frame/frame', 'alerts/alerts', 'rules/rules', 'reach/reach'];
  const all = separateOperations(parse([...others, 'shared/shared'].map(read).join('\n')));
  const texts = own.map((name) => print(all[name] ?? parse('')));
  return `/** The documents that the view of a share link sends. */\nexport const SHARED_DOCUMENTS: readonly string[] = ${JSON.stringify(texts, null, 2)};`;
}

/** Writes the schema as text and the types of the documents of the dashboard and of the test client. `--check` fails if one is out of date. */
const config: CodegenConfig = {
  schema: printMarkedSchema(schema),
  // People read the schema, so it keeps its order. The documents are then unsorted too, so those of an output are one text.
  config: { sort: false },
  generates: {
    'src/graphql/schema.graphql': { plugins: [{ add: { content: printMarkedSchema(schema) } }] },
    'src/graphql/generated/shared-documents.ts': { plugins: [{ add: { content: sharedDocuments() } }] },
    'test/support/graphql-client/generated/': typedDocuments('test/support/graphql-client/documents.graphql'),
    'src/dashboard/generated/': typedDocuments(
      'src/dashboard/frame/frame.graphql',
      'src/dashboard/bot/bot.graphql',
      'src/dashboard/bots/bots.graphql',
      'src/dashboard/overview/overview.graphql',
      'src/dashboard/pages/pages.graphql',
      'src/dashboard/reach/reach.graphql',
      'src/dashboard/rules/rules.graphql',
      'src/dashboard/sites/all-sites.graphql',
      'src/dashboard/events/events.graphql',
      'src/dashboard/settings/keys.graphql',
      'src/dashboard/settings/sites.graphql',
      'src/dashboard/settings/account.graphql',
      'src/dashboard/settings/alerts.graphql',
      'src/dashboard/settings/channels.graphql',
      'src/dashboard/settings/digest.graphql',
      'src/dashboard/alerts/alerts.graphql',
      'src/dashboard/traffic-in/traffic-in.graphql',
      'src/dashboard/recording/recording.graphql',
      'src/dashboard/share-links/share-links.graphql',
      'src/dashboard/shared/shared.graphql',
    ),
  },
};

export default config;
