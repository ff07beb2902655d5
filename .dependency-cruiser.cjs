// The arrows between the rooms (docs: README "The house"). A room may import the rooms listed here and no other.
const arrows = {
  contracts: [],
  'event-store': [],
  vault: [],
  http: ['contracts', 'vault', 'runtime'],
  runtime: ['contracts', 'event-store', 'vault'],
  notary: ['contracts', 'event-store', 'runtime'],
  'command-service': ['contracts', 'event-store', 'vault', 'http', 'runtime'],
  projections: ['contracts', 'event-store', 'runtime'],
  'query-service': ['contracts', 'vault', 'http', 'projections', 'runtime', 'notary'],
  gateway: ['contracts', 'event-store', 'vault', 'runtime'],
  pwa: ['contracts'],
};
const rooms = [...Object.keys(arrows), 'launcher', 'testing', 'bench', 'e2e'];

const roomRules = Object.entries(arrows).map(([room, allowed]) => ({
  name: `arrows-of-${room}`,
  severity: 'error',
  comment: `${room} may use only: ${allowed.join(', ') || 'no other room'}`,
  from: { path: `^${room}/src/`, pathNot: '\\.spec\\.tsx?$' },
  to: { path: `^(${rooms.filter((other) => other !== room && !allowed.includes(other)).join('|')})/` },
}));

module.exports = {
  forbidden: [
    ...roomRules,
    {
      name: 'query-service-reads-table-shapes-only',
      severity: 'error',
      from: { path: '^query-service/src/', pathNot: '\\.spec\\.ts$' },
      to: { path: '^projections/', pathNot: '^projections/(src|dist)/tables\\.(ts|js|d\\.ts)$' },
    },
    { name: 'no-circles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'testing-is-for-specs',
      severity: 'error',
      from: { pathNot: '(\\.spec\\.tsx?$)|^(testing|bench|e2e|[a-z-]+/test)/|^vitest' },
      to: { path: '^testing/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)dist/|^bench/lighthouse/' },
    includeOnly: '^[a-z-]+/',
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['source', 'import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs'],
    },
  },
};
