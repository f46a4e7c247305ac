import type { CodegenConfig } from '@graphql-codegen/cli';
import { printSchema } from 'graphql';
import { schema } from './src/graphql/schema.ts';

/** Writes the schema as text and the types of the test client's documents. `--check` fails if one is out of date. */
const config: CodegenConfig = {
  schema: printSchema(schema),
  // People read the schema, so it keeps its order. The documents are then unsorted too, so they are all in one file.
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
