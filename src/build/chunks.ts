/** What the bundler knows of a module. */
type ModuleInfo = { isEntry: boolean; importers: string[]; dynamicImporters: string[] };
type Graph = { getModuleInfo: (id: string) => ModuleInfo | null };

/** The chunks of what loads later, by where the module is that an `import()` names. */
const laterChunks: [RegExp, string][] = [
  [/src.screens/, 'sheets'],
  [/src.exam/, 'review'],
  [/src.(app.notices|offline)/, 'background-work'],
];

/**
 * The chunk of a module that is needed only after a tap, or once the app has started: one for all
 * of a kind, because many small files compress badly. Undefined for what runs before.
 */
const laterChunkOf = (module: string, graph: Graph): string | undefined => {
  const chunks = new Set<string | undefined>();
  const seen = new Set<string>();
  const follow = (id: string) => {
    if (seen.has(id)) return;
    seen.add(id);
    const { isEntry = true, importers = [], dynamicImporters = [] } = graph.getModuleInfo(id) ?? {};
    if (dynamicImporters.length > 0) chunks.add(laterChunks.find(([path]) => path.test(id))?.[1]);
    else if (isEntry) chunks.add(undefined);
    importers.forEach(follow);
  };
  follow(module);
  return chunks.size === 1 ? [...chunks][0] : undefined;
};

/** What only sheets share, and what loads with the readiness, are no part of it. */
const isShared =
  /src(?!.exam.(review|readiness)|.offline.library.own-(exams|backup)|.learner.learner-file|.screens.(export-data|own-exams.(?!own-exams-api))|.exchange)|idb/;

/**
 * An update that changes only our code leaves React's file on the device. The others are what home
 * runs, all style that no first paint needs, what several screens share, and what loads later. The
 * style of the index is written into the page, so it includes that of the question, which the inline
 * script paints, and that of the toasts, whose code loads without a stylesheet.
 */
export const chunks = {
  groups: [
    { name: 'react', test: /node_modules.(react|react-dom|scheduler).|rolldown.runtime/ },
    { name: 'index', test: /index.html|(question-card|option-list|segments|toaster).module.css/ },
    { name: 'style', test: /(module|print).css/ },
    { name: 'shared', minShareCount: 2, test: isShared },
    { name: laterChunkOf, debugName: 'later', includeDependenciesRecursively: false },
  ],
};
