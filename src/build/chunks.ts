import { join } from 'node:path';

/** What the bundler knows of a module. */
type ModuleInfo = { isEntry: boolean; importers: string[]; dynamicImporters: string[] };
export type Graph = { getModuleInfo: (id: string) => ModuleInfo | null };

const SOURCE = join(import.meta.dirname, '../').replaceAll('\\', '/');

/** A module's path below `src`; undefined for a package. */
const placeOf = (id: string) =>
  id.startsWith(SOURCE) ? id.slice(SOURCE.length).replace(/\?.*/, '') : undefined;

/** The chunks of what loads later, by where the module is that an `import()` names. */
const laterChunks: [start: string, chunk: string][] = [
  ['screens/provider-list/home-footer.tsx', 'home'],
  ['screens/exam-page/', 'exam-page'],
  ['screens/pairing/', 'pairing'],
  ['sync/', 'pairing'],
  ['screens/', 'sheets'],
  ['exam/', 'review'],
  ['app/notices.tsx', 'background-work'],
  ['offline/', 'background-work'],
];

/**
 * The chunks that need a module: those of what is needed only after a tap, or once the app has
 * started; undefined stands for what runs before.
 */
const chunksThatNeed = (module: string, graph: Graph) => {
  const chunks = new Set<string | undefined>();
  const seen = new Set<string>();
  const follow = (id: string) => {
    if (seen.has(id)) return;
    seen.add(id);
    const { isEntry = true, importers = [], dynamicImporters = [] } = graph.getModuleInfo(id) ?? {};
    const place = placeOf(id) ?? '';
    if (dynamicImporters.length > 0)
      chunks.add(laterChunks.find(([start]) => place.startsWith(start))?.[1]);
    else if (isEntry) chunks.add(undefined);
    importers.forEach(follow);
  };
  follow(module);
  return chunks;
};

/** One chunk for all of a kind, and one for what they share, because many small files compress badly. */
const laterChunkOf = (module: string, graph: Graph) => {
  const chunks = chunksThatNeed(module, graph);
  if (chunks.size === 1) return [...chunks][0];
  const isShared = placeOf(module) !== undefined && !chunks.has(undefined);
  // What an `import()` names as well is a file of its own.
  const isNamed = (graph.getModuleInfo(module)?.dynamicImporters ?? []).length > 0;
  return isShared && !isNamed ? 'parts' : undefined;
};

/** What several screens share. What only sheets share with other later chunks is no part of it. */
const sharedChunkOf = (module: string, graph: Graph) =>
  placeOf(module) !== undefined && chunksThatNeed(module, graph).has(undefined)
    ? 'shared'
    : undefined;

/**
 * The page contains the style of the index, so that includes that of the question, which the inline
 * script paints, and that of the toasts, whose code loads without a stylesheet.
 */
export const STYLES_OF_INDEX = [
  'screens/exam-runner/question/question-card.module.css',
  'screens/exam-runner/question/option-list.module.css',
  'screens/exam-runner/question/segments.module.css',
  'ui/toaster.module.css',
];

const isOfIndex = (id: string) =>
  id.endsWith('/index.html') || STYLES_OF_INDEX.includes(placeOf(id) ?? '');

/** The page of an exam has a stylesheet of its own; that of the others is one. */
const isStyle = (id: string) => {
  const place = placeOf(id);
  return place?.endsWith('.css') === true && !place.startsWith('screens/exam-page/');
};

/**
 * An update that changes only our code leaves React's file on the device. The others are what home
 * runs, all style that no first paint needs, what several screens share, and what loads later.
 */
export const chunks = {
  groups: [
    { name: 'react', test: /node_modules.(react|react-dom|scheduler).|rolldown.runtime/ },
    { name: 'index', test: isOfIndex },
    { name: 'style', test: isStyle },
    { name: sharedChunkOf, debugName: 'shared', minShareCount: 2 },
    { name: laterChunkOf, debugName: 'later', includeDependenciesRecursively: false },
  ],
};
