import graphql from '@graphql-eslint/eslint-plugin';
import accessibility from 'eslint-plugin-jsx-a11y-x';
import hooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

const NO_CLOCK = 'Take the clock as an argument: only entry points read it.';

export default tseslint.config(
  // npm ci does not install the packages of the peers, of the apps and of what senders run in; test/bench has its own check
  // for the peers, and the tests of the clients and of the senders run the others.
  {
    ignores: [
      ...['**/dist/', 'data/', '**/generated/', '.dependency-cruiser.cjs'],
      ...['test/bench/peers/', 'test/clients/apps/', 'test/senders/apps/', 'senders/'],
    ],
  },
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      '@typescript-eslint/consistent-type-definitions': ['error', 'type'],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowNullish: false },
      ],
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/no-deprecated': [
        'error',
        {
          allow: [
            // its comment means everybody who can do with less: we check arguments and word refusals ourselves
            { from: 'package', name: 'Server', package: '@modelcontextprotocol/server' },
          ],
        },
      ],
      // noPropertyAccessFromIndexSignature requires the brackets
      '@typescript-eslint/dot-notation': 'off',
      // a switch over a union counts as one decision, like the table it is
      complexity: ['error', { max: 10, variant: 'modified' }],
      'max-lines': ['error', { max: 250, skipBlankLines: true, skipComments: true }],
      'max-lines-per-function': ['error', { max: 50, skipBlankLines: true, skipComments: true }],
      'max-params': ['error', 4],
      'no-restricted-syntax': [
        'error',
        {
          selector: "MemberExpression[object.name='process'][property.name='env']",
          message: 'Only src/settings/config.ts reads the environment.',
        },
        {
          selector: "CallExpression[callee.object.name='Date'][callee.property.name='now']",
          message: NO_CLOCK,
        },
        { selector: "NewExpression[callee.name='Date'][arguments.length=0]", message: NO_CLOCK },
        { selector: 'ExportDefaultDeclaration', message: 'Use a named export.' },
      ],
    },
  },
  // a component is one expression, and every part that may be missing is a branch of it
  { files: ['src/dashboard/**/*.tsx'], rules: { complexity: ['error', { max: 15, variant: 'modified' }] } },
  {
    files: ['src/dashboard/**/*.{ts,tsx}'],
    extends: [accessibility.configs.strict],
    plugins: { 'react-hooks': hooks },
    // Preact names this attribute as HTML does
    settings: { 'jsx-a11y-x': { attributes: { for: ['for'] } } },
    rules: {
      // The others are for React's compiler, or want every value that an effect uses to be one that it depends on: here
      // effects depend on what identifies a question, and the question itself is a new object in each render.
      'react-hooks/rules-of-hooks': 'error',
      'react-hooks/use-memo': 'error',
      'react-hooks/globals': 'error',
      'react-hooks/purity': 'error',
      'react-hooks/static-components': 'error',
      // Safari forgets what the parts of a table are where the style sheet lays them out in another way.
      'jsx-a11y-x/no-redundant-roles': [
        'error',
        { thead: ['rowgroup'], tbody: ['rowgroup'], tfoot: ['rowgroup'] },
      ],
      'jsx-a11y-x/no-interactive-element-to-noninteractive-role': ['error', { td: ['cell'] }],
      // What scrolls has to have the focus, or else the keyboard cannot scroll it.
      'jsx-a11y-x/no-noninteractive-tabindex': ['error', { tags: ['pre'], roles: ['region', 'tabpanel'] }],
    },
  },
  // what renders the reference runs in Node.js, though its neighbours run in browsers
  {
    files: ['src/dashboard/docs/build/**'],
    rules: {
      'no-restricted-globals': ['error', 'document', 'window', 'location', 'navigator', 'localStorage'],
    },
  },
  // OpenAPI 3.1 advises against `example`, and has it all the same: it is shorter than a list of one
  {
    files: ['src/wire/*.ts', 'src/openapi/document.ts'],
    rules: { '@typescript-eslint/no-deprecated': 'off' },
  },
  // one list, in the order in which docs/settings.md prints it
  { files: ['src/settings/settings.ts'], rules: { 'max-lines': 'off' } },
  {
    files: ['src/settings/config.ts', 'src/serving/server.ts', 'src/cli/**'],
    rules: { 'no-restricted-syntax': 'off' },
  },
  {
    files: ['test/**', 'tools/**', '*.config.ts', 'codegen.ts'],
    rules: {
      'no-restricted-syntax': 'off',
      'max-lines': ['error', 400],
      'max-lines-per-function': 'off',
      // a test checks the body of a response: declaring its type first would prove nothing
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
  {
    files: ['test/**/*.ts'],
    rules: { '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }] },
  },
  {
    files: ['src/graphql/schema.graphql'],
    languageOptions: {
      parser: graphql.parser,
      parserOptions: { graphQLConfig: { schema: 'src/graphql/schema.graphql' } },
    },
    plugins: { '@graphql-eslint': graphql },
    rules: {
      '@graphql-eslint/require-description': [
        'error',
        {
          types: true,
          DirectiveDefinition: true,
          FieldDefinition: true,
          InputValueDefinition: true,
          EnumValueDefinition: true,
        },
      ],
      '@graphql-eslint/naming-convention': [
        'error',
        { types: 'PascalCase', FieldDefinition: 'camelCase', EnumValueDefinition: 'UPPER_CASE' },
      ],
      '@graphql-eslint/no-hashtag-description': 'error',
    },
  },
);
