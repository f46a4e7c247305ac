import type { CodegenConfig } from '@graphql-codegen/cli';
import { printSchema } from 'graphql';
import { schema } from './src/graphql/schema.ts';

/** Writes the schema as text and the types of the test client's documents; `--check` fails where one has drifted. */
const config: CodegenConfig = {
  schema: printSchema(schema),
  // As written, for a file that people read. It leaves documents unsorted too, hence one file of them.
  config: { sort: false },
  generates: {
    'src/graphql/schema.graphql': { plugins: ['schema-ast'] },
    'test/support/graphql-client/generated/': {
      documents: 'test/support/graphql-client/documents.graphql',
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
    },
  },
};

export default config;
