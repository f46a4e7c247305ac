// Which folder may import which. Doors translate, operations decide, queries hold the SQL, domain is pure.
const only = (name, from, allowed) => ({
  name,
  severity: 'error',
  comment: `src/${from} may import only: itself, ${allowed.join(', ')}`,
  from: { path: `^src/${from}(/|\\.ts$)` },
  to: { path: '^(src|db|test)/', pathNot: [from, ...allowed].map((folder) => `^src/${folder}(/|\\.ts$)`) },
});

/** The packages and Node.js modules that do I/O. */
const io = '^(node:)?(fs|net|http|https|child_process|worker_threads|pg|kysely|pino)(/|$)';

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', comment: 'types count too', from: {}, to: { circular: true } },
    { name: 'no-orphans', severity: 'error', from: { orphan: true, pathNot: '\\.d\\.ts$' }, to: {} },
    {
      name: 'no-tests-in-the-product',
      severity: 'error',
      from: { path: '^(src|db)/' },
      to: { path: '^test/' },
    },
    {
      name: 'no-development-packages',
      severity: 'error',
      from: { path: '^(src|db)/' },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg'], dependencyTypesNot: ['type-only'] },
    },
    only('domain-is-pure', 'domain', []),
    {
      name: 'pure-folders-do-no-io',
      severity: 'error',
      from: { path: '^src/(domain|catalogue|recording)/' },
      to: { path: io },
    },
    only('catalogue-stands-alone', 'catalogue', []),
    only('recording-reads', 'recording', ['domain', 'catalogue']),
    only('countries-look-up', 'countries', ['domain']),
    only('limits-count', 'limits', ['domain']),
    only('embedded-stands-alone', 'embedded', []),
    // It is built into one file for other people's servers, without packages. It uses only types of Node.js, from http.
    { ...only('middleware-stands-alone', 'middleware', []), to: { pathNot: ['^src/middleware/', '^http$'] } },
    {
      ...only('execution-knows-graphql-only', 'execution', []),
      to: { path: '^(src|db|test)/', pathNot: '^src/execution/' },
    },
    {
      ...only('database-connects', 'database', ['domain']),
      to: { path: '^(src|test)/', pathNot: ['^src/database/', '^src/domain/'] },
    },
    only('queries-ask', 'queries', ['domain', 'database']),
    only('context-is-types', 'context', ['domain', 'limits', 'database']),
    only('operations-decide', 'operations', [
      'domain',
      'queries',
      'database',
      'limits',
      'context',
      'recording',
    ]),
    {
      name: 'recording-operations-classify',
      severity: 'error',
      comment: 'the other operations read what is stored',
      from: { path: '^src/operations/', pathNot: '^src/operations/recording/' },
      to: { path: '^src/recording/' },
    },
    only('http-is-shared-by-doors', 'http', ['domain', 'limits', 'context']),
    only('rest-translates', 'rest', ['domain', 'operations', 'context', 'http']),
    only('graphql-translates', 'graphql', ['domain', 'operations', 'context', 'execution', 'http', 'limits']),
    only('collect-translates', 'collect', ['domain', 'operations', 'context', 'http']),
    only('logs-are-read-once', 'logs', ['domain', 'operations', 'queries', 'recording']),
    only('the-command-line-joins-parts', 'cli', [
      'domain',
      'operations',
      'queries',
      'database',
      'recording',
      'logs',
      'countries',
      'embedded',
      'config',
      'server',
    ]),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)generated/|^test/bench/(peers|dist|node_modules)/' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      extensions: ['.ts', '.js'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
