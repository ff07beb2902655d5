// The arrows between the rooms (docs: README "The house"). A room may import the rooms listed here and no other.
const arrows = {
  resilience: [],
  contracts: [],
  verifier: ['contracts'],
  'event-store': ['resilience'],
  vault: ['resilience'],
  http: ['contracts', 'vault', 'runtime', 'resilience'],
  runtime: ['contracts', 'event-store', 'vault', 'resilience'],
  notary: ['contracts', 'event-store', 'runtime', 'resilience'],
  'command-service': ['contracts', 'event-store', 'vault', 'http', 'runtime', 'resilience'],
  projections: ['contracts', 'event-store', 'runtime', 'resilience'],
  'query-service': ['contracts', 'vault', 'http', 'projections', 'runtime', 'notary', 'resilience'],
  gateway: ['contracts', 'event-store', 'vault', 'runtime', 'resilience'],
  pwa: ['contracts', 'resilience'],
};
const rooms = require('./package.json').workspaces;

const roomRules = Object.entries(arrows).map(([room, allowed]) => ({
  name: `arrows-of-${room}`,
  severity: 'error',
  comment: `${room} may use only: ${allowed.join(', ') || 'no other room'}`,
  from: { path: `^${room}/src/`, pathNot: '\\.spec\\.tsx?$' },
  to: { path: `^(${rooms.filter((other) => other !== room && !allowed.includes(other)).join('|')})/` },
}));

// The layers of the app, lowest first (pwa/README.md "Layers"). A file imports from its own layer and lower ones.
const layers = ['base', 'device', 'members', 'features', 'screens', 'app'];
const layerRules = layers.slice(0, -1).map((layer, index) => ({
  name: `layer-${layer}`,
  severity: 'error',
  from: { path: `^pwa/src/${layer}/` },
  to: { path: `^pwa/src/(${layers.slice(index + 1).join('|')})/` },
}));

module.exports = {
  required: [
    {
      name: 'audience-is-asked-for',
      severity: 'error',
      comment: 'Modules that deliver changes may not decide themselves who sees them',
      module: {
        path: '^(gateway/src/(frames/change|push/pushes)|projections/src/messages/changes)\\.ts$',
      },
      to: { path: '^contracts/src/audience\\.ts$' },
    },
  ],
  forbidden: [
    ...roomRules,
    ...layerRules,
    {
      name: 'features-do-not-import-features',
      severity: 'error',
      comment: 'A screen passes the other feature in: as a child, a slot or a query key',
      from: { path: '^pwa/src/features/([^/]+)/' },
      to: { path: '^pwa/src/features/', pathNot: '^pwa/src/features/$1/' },
    },
    {
      name: 'query-service-reads-table-shapes-only',
      severity: 'error',
      from: { path: '^query-service/src/', pathNot: '\\.spec\\.ts$' },
      to: { path: '^projections/', pathNot: '^projections/(src|dist)/tables\\.(ts|js|d\\.ts)$' },
    },
    {
      name: 'deciders-are-pure',
      severity: 'error',
      comment: 'The rules of every stream know events and texts, and nothing else of the service',
      from: { path: '^command-service/src/deciders/', pathNot: '\\.spec\\.ts$' },
      to: { path: '^(command-service/src/(?!deciders/)|event-store/|http/|runtime/)' },
    },
    {
      name: 'contracts-do-no-io',
      severity: 'error',
      comment: 'They also run in browsers; biome.json denies fetch and other globals',
      from: { path: '^contracts/src/', pathNot: '\\.spec\\.ts$' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'audience-has-one-entry',
      severity: 'error',
      comment: 'Otherwise the rule `audience-is-asked-for` would miss those who ask elsewhere',
      from: { pathNot: '^contracts/src/audience\\.ts$|\\.spec\\.ts$' },
      to: { path: '^contracts/src/states/audience\\.ts$' },
    },
    {
      name: 'own-entry-is-for-others',
      severity: 'error',
      comment: 'Inside a workspace, import the file that has it',
      from: { path: '^([^/]+)/src/', pathNot: '\\.spec\\.tsx?$' },
      to: { path: '^$1/src/index\\.ts$' },
    },
    { name: 'no-circles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-circles-of-folders',
      severity: 'error',
      scope: 'folder',
      from: { path: '^pwa/src/((base|device|members)/[^/]+$|features/[^/]+/)' },
      to: { circular: true },
    },
    {
      name: 'testing-is-for-specs',
      severity: 'error',
      from: { pathNot: '(\\.spec\\.tsx?$)|^(testing|bench|e2e|[a-z-]+/test)/' },
      to: { path: '^testing/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)dist/|^bench/lighthouse/' },
    // The second kind are modules of Node.
    includeOnly: `^(${rooms.join('|')})/|^[a-z_/]+$`,
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['source', 'import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs'],
    },
  },
};
