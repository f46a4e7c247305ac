import { readFileSync } from 'node:fs';
import type { CodegenConfig } from '@graphql-codegen/cli';
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

/** Writes the schema as text and the types of the documents of the dashboard and of the test client. `--check` fails if one is out of date. */
const config: CodegenConfig = {
  schema: printMarkedSchema(schema),
  // People read the schema, so it keeps its order. The documents are then unsorted too, so those of an output are one text.
  config: { sort: false },
  generates: {
    'src/graphql/schema.graphql': { plugins: [{ add: { content: printMarkedSchema(schema) } }] },
    'test/support/graphql-client/generated/': typedDocuments('test/support/graphql-client/documents.graphql'),
    'src/dashboard/generated/': typedDocuments(
      'src/dashboard/frame/frame.graphql',
      'src/dashboard/bot/bot.graphql',
      'src/dashboard/overview/overview.graphql',
      'src/dashboard/pages/pages.graphql',
      'src/dashboard/sites/all-sites.graphql',
      'src/dashboard/events/events.graphql',
      'src/dashboard/settings/keys.graphql',
      'src/dashboard/settings/sites.graphql',
      'src/dashboard/settings/account.graphql',
      'src/dashboard/traffic-in/traffic-in.graphql',
      'src/dashboard/share-links/share-links.graphql',
      'src/dashboard/shared/shared.graphql',
    ),
  },
};

export default config;
