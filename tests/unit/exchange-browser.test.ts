import { createContext, runInContext } from 'node:vm';
import { build, type Rolldown } from 'vite';
import { expect, it } from 'vitest';
import type { SourceName } from '#exchange/formats/registry.ts';
import { picture } from '#support/bank-folder.ts';
import { readAndPrint } from '#support/exchange-anywhere.ts';

const project = new URL('../..', import.meta.url).pathname;

/** The readers and printers in one script, as a site would ship them, and what Node has of it. */
const bundleExchange = async () => {
  const ofNode: string[] = [];
  const built = await build({
    configFile: false,
    root: project,
    logLevel: 'silent',
    build: {
      write: false,
      copyPublicDir: false,
      lib: { entry: 'tests/support/exchange-anywhere.ts', formats: ['iife'], name: 'exchange' },
    },
    plugins: [
      {
        name: 'find-node',
        enforce: 'pre',
        resolveId: (id, importer) => {
          if (id.startsWith('node:')) ofNode.push(`${importer}: ${id}`);
        },
      },
    ],
  });
  const [library] = built as Rolldown.RolldownOutput[];
  return { ofNode, script: library?.output[0].code ?? '' };
};

const { ofNode, script } = await bundleExchange();
const image = `data:image/svg+xml;base64,${btoa(picture())}`;
const choice = (stem: string, format: string) =>
  `<question type="multichoice"><questiontext format="${format}"><text>${stem}</text></questiontext><answer fraction="100"><text>a</text></answer><answer fraction="0"><text>b</text></answer></question>`;

it('imports nothing of Node', () => {
  expect(ofNode).toEqual([]);
});

it.each<[SourceName, string]>([
  ['markdown', `### Which **one** of \`a\`?\n\n![x](${image})\n\n- [x] a\n- [ ] b\n  > why\n`],
  ['markdown', '---\ndomain: [x\n---\nQ?\n\n- [x] a\n- [ ] b\n'],
  ['csv', 'question;option1;option2;answer;references\nÄ?;"a;""1""";b;1;x https://a.b/c\n'],
  ['csv', 'question,answer\n"Q?,a\n'],
  ['json', '[{"question":"<p>Q &eacute;?</p>","options":["a","b"],"answer":0},{"question":1}]'],
  ['gift', 'Q <b>?</b> {=a#so ~b}\n\nQ? {}\n'],
  ['aiken', 'Q?\nA. a\nB. b\nANSWER: B\n'],
  [
    'moodle',
    `<quiz>${choice('&lt;p&gt;Q&lt;/p&gt;?', 'html')}${choice('*Q*?', 'markdown')}</quiz>`,
  ],
  ['moodle', '<quiz>'],
])('reads and prints %s without Node and a document, like with them', (ending, text) => {
  const world = createContext({ TextDecoder, TextEncoder, atob, btoa, ending, text });
  const printed = runInContext(`${script}; exchange.readAndPrint(ending, text)`, world);
  expect(printed).toBe(readAndPrint(ending, text));
});
