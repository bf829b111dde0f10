import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { compressSite } from '../../src/build/site-files.ts';
import { createFolder } from './profile.ts';

/** The server sends the policy that a page declares, and without one it allows no script. */
const policy = `<meta http-equiv="Content-Security-Policy" content="default-src 'self'">`;
const page = `<!doctype html><meta charset="utf-8">${policy}<title>Bare</title><div id="root"></div><script type="module" src="/main.tsx"></script>`;

const script = `
import { useState } from 'react';
import { createRoot } from 'react-dom/client';

const App = () => {
  const [card, setCard] = useState(1);
  return (
    <main>
      <h1>A bare page</h1>
      <article key={card}>
        <p>Card {card} shows one paragraph of text and four buttons, and does nothing else at all.</p>
        {['One', 'Two', 'Three', 'Four'].map((text) => <button key={text}>{text} {card}</button>)}
      </article>
      <button onClick={() => setCard(card + 1)}>Next</button>
    </main>
  );
};
createRoot(document.getElementById('root')!).render(<App />);
`;

const project = fileURLToPath(new URL('../..', import.meta.url));

/** Builds a page that is React and a card of text and four buttons; gives its folder, in one that is to be removed. */
export const buildBarePage = async () => {
  const folder = await createFolder();
  const [root, outDir] = [join(folder, 'source'), join(folder, 'site')];
  await mkdir(root);
  await writeFile(join(root, 'index.html'), page);
  await writeFile(join(root, 'main.tsx'), script);
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    plugins: [react()],
    resolve: {
      alias: {
        'react/': join(project, 'node_modules/react/'),
        'react-dom/': join(project, 'node_modules/react-dom/'),
      },
    },
    build: { outDir },
  });
  await compressSite(outDir);
  return { folder, site: outDir };
};
