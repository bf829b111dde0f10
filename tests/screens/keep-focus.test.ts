import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keepFocus } from '#ui/keep-focus.ts';

let stop: () => void;
beforeEach(() => {
  stop = keepFocus();
});
afterEach(() => {
  stop();
  document.body.innerHTML = '';
});

const find = (selector: string) => document.querySelector<HTMLElement>(selector) as HTMLElement;
const show = (html: string) => {
  document.body.innerHTML = html;
  find('#pressed').focus();
};
/** Resolves once observers have seen what happened. */
const seen = () => new Promise((resolve) => setTimeout(resolve));

describe('when what has the focus is removed', () => {
  it.each([
    [
      'a part of a screen',
      '<main><section><p id="stays"><a href="/" id="pressed">x</a></p></section></main>',
    ],
    [
      'a part of a dialog',
      '<dialog open><div id="stays"><button id="pressed">x</button></div></dialog>',
    ],
  ])('the nearest part that stays takes it: %s', async (_, html) => {
    show(html);
    find('#pressed').remove();
    await seen();
    expect(document.activeElement).toBe(find('#stays'));
  });

  it('goes on outward past all that went', async () => {
    show('<main id="stays"><section><p><button id="pressed">x</button></p></section></main>');
    find('section').remove();
    await seen();
    expect(document.activeElement).toBe(find('#stays'));
  });

  it.each([
    ['a screen', '<div><main class="gone"><button id="pressed">x</button></main></div>'],
    ['a dialog', '<main><dialog open class="gone"><button id="pressed">x</button></dialog></main>'],
    ['a toast', '<main></main><div><button id="pressed" class="gone">x</button></div>'],
    ['a question', '<main><article><button id="pressed" class="gone">x</button></article></main>'],
    [
      'the bar',
      '<main><p data-subject="1"><button id="pressed" class="gone">x</button></p></main>',
    ],
  ])('leaves alone what has a way of its own: %s', async (_, html) => {
    show(html);
    find('.gone').remove();
    await seen();
    expect(document.activeElement).toBe(document.body);
  });

  it('takes nothing from what got the focus since', async () => {
    show('<main><button id="pressed">x</button><button id="next">y</button></main>');
    find('#pressed').remove();
    find('#next').focus();
    await seen();
    expect(document.activeElement).toBe(find('#next'));
  });

  it('does nothing once it was stopped', async () => {
    show('<main><p><button id="pressed">x</button></p></main>');
    stop();
    find('#pressed').remove();
    await seen();
    expect(document.activeElement).toBe(document.body);
  });
});
