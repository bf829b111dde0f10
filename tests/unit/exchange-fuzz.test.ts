import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readText, sourceNames } from '#exchange/formats/formats.ts';
import type { SourceName } from '#exchange/formats/registry.ts';
import { readHtml } from '#exchange/markup/html-reader.ts';
import { importFile } from '#support/exchange.ts';

const formats = sourceNames;

/** Pieces of each format, parted by "·", so that chance gets past its first line. */
const pieces: Record<SourceName, string> = {
  markdown:
    '### Q?·\n·- [x] a·- [ ] b·- [·> why·## ·```·![·](·)·<img src=·<!-- certdeck x·-->·#### Explanation·---·[x](#y)',
  csv: 'question,option1,option2,answers\n·Q?,a,b,A\n·"·""·,·\n·\r·a·\'=·;·\t',
  json: '[·]·{·}·"question"·:·"Q?"·,·"options"·["a","b"]·"answers":["a"]·__proto__·null·1e999·"\\u0000"·[{"question":"Q?","options":["a","b"],"answers":[1]}]',
  yaml: '- question: Q?\n·  options: [a, b]\n·  answers: [a]\n·- ·:·&a ·*a·[·{·"·\n·null·!!js ·<<: *a\n·questions:\n',
  openedx:
    '<problem>·</problem>·<multiplechoiceresponse>·</multiplechoiceresponse>·<label>Q?</label>·<choicegroup>·</choicegroup>·<choice correct="true">a</choice>·<choice correct="false">b</choice>·<optioninput options="(\'a\',\'b\')" correct="a"/>·<solution>·</solution>·&x;·<!--',
  gift: 'Q·{·}·=a·~b·~%50%c·%·#·####·::·:·\\·//·[html]·\n·\n\n·->·T·$CATEGORY:·&&·[id:',
  blackboard: 'MC·TF·MA·\t·Q?·a·b·correct·incorrect·true·\n·ESS',
  quizlet: 'Q?·\n·A. a·B. b·\t·A·B·true·(a)·\n\n',
  aiken: 'Q?·\n·A. a·B) b·ANSWER: A·ANSWER:·C. c· ',
  moodle:
    '<quiz>·</quiz>·<question type="multichoice">·</question>·<questiontext>·</questiontext>·<text>·</text>·<![CDATA[·]]>·<answer fraction="100">·</answer>·&amp;·&x;·<!--·-->·<p>·Q?·<!DOCTYPE x>·"·<img src="@@PLUGINFILE@@/a"·>',
  anki: '#separator:tab\n·#html:true\n·#columns:ID\tFront\tBack\n·#guid column:1\n·x\t·Q?<ol><li>a</li><li>b</li></ol>·\t·A·<br>·\n·"·B. b·[·<p>',
  qti: '<questestinterop>·</questestinterop>·<item ident="a">·</item>·<presentation>·</presentation>·<material><mattext>Q?</mattext></material>·<response_lid>·</response_lid>·<render_choice>·</render_choice>·<response_label ident="o">·</response_label>·<resprocessing>·</resprocessing>·<respcondition><conditionvar><varequal>o</varequal></conditionvar><setvar>100</setvar></respcondition>·<assessmentItem>·</assessmentItem>·<itemBody>·</itemBody>·<simpleChoice identifier="o">·&x;·<!DOCTYPE a>·"',
};

const sourcesOf = (format: SourceName) => {
  const piece = fc.constantFrom(...pieces[format].split('·'));
  const anything = fc.string({ unit: 'binary' });
  return fc
    .tuple(
      fc.array(fc.oneof({ weight: 9, arbitrary: piece }, { weight: 1, arbitrary: anything }), {
        maxLength: 40,
      }),
      fc.constantFrom('', '\n'),
    )
    .map(([parts, glue]) => parts.join(glue));
};

describe('any source', () => {
  it.each(formats)('as %s is read or refused, and never throws', (format) => {
    fc.assert(
      fc.property(sourcesOf(format), (text) => {
        const read = readText(format, text, {});
        if (!read.ok) expect(read.failure.message).not.toBe('');
        else
          for (const { item } of read.value.entries)
            if (!item.ok) expect(item.failure).not.toBe('');
      }),
      { numRuns: 150 },
    );
  });

  it.each(formats)('as %s is imported but for what is rejected by name', async (format) => {
    await fc.assert(
      fc.asyncProperty(sourcesOf(format), async (source) => {
        const flags = ['--format', format];
        const { code, text, files } = await importFile('x', { x: source }, undefined, ...flags);
        const counts = /: (\d+) in, (\d+) imported, (\d+) rejected/.exec(text)?.slice(1);
        const [all = 0, imported = 0, rejected = 0] = counts?.map(Number) ?? [];
        expect(all).toBe(imported + rejected);
        expect(text.match(/: rejected:/g)?.length ?? 0).toBe(rejected);
        expect(Object.keys(files).filter((name) => name.endsWith('.md'))).toHaveLength(imported);
        expect(code).toBe(imported > 0 && rejected === 0 ? 0 : 1);
      }),
      { numRuns: 10 },
    );
  });
});

describe('time', () => {
  const size = 40_000;
  const fill = (text: string, length = size) => text.repeat(Math.ceil(length / text.length));
  /** Seconds of the processor, so that a busy machine is no slow reader. */
  const secondsOf = (run: () => void) => {
    const started = process.cpuUsage();
    run();
    return process.cpuUsage(started).user / 1e6;
  };
  const shapes: Record<SourceName, string> = {
    markdown:
      '### ·![·![a](·<img ·<img "·- [·- [ ] a\n·```\n·> ·**·[a](#·- · ·_ ·Explanation·### Q?\n- [x] ![](·- [x] a\n  b\n·<!-- certdeck x\n',
    csv: '"·""·,·"a,·question,option1,option2,answers\n·\n·;',
    json: '[·{"a":·"·[1,·{}',
    yaml: '- ·? ·[·{·"·: ·&a ·- a: b\n·  - ',
    openedx: '<problem>·<choice>·<multiplechoiceresponse><choice correct="true">·<solution>·&',
    gift: '{·}·\\·::·:·=·{=a·Q {x}\n\n·a{=\n\n·// x\n·{\n\n·Q {=a ~b}\n\n·::a·#·[html]<·&·Q {=a#b\n·// [tag:·// [id:x·Q {=a ~·a\\·Q {~%',
    blackboard: 'MC\t·TF\tQ\ttrue\n·\t·MC\tQ\ta\tcorrect\n',
    quizlet: 'Q\tA\n·\t· A. ·\n·A) a ·Q A. a B. b\tA\n',
    aiken: 'A. a\n·ANSWER: A\n·x\n· ·ANSWER',
    moodle: '<·<a ·<quiz>·<!--·<![CDATA[·&·<a b="·]]>·<?xml ',
    anki: '#·#a:b\n·"·\t·<li>·<ol>·<br>·A. ·A, ·<p>·Q\tA\n',
    qti: '<!DOCTYPE ·<!DOCTYPE a·<?xml-·<questestinterop>·<item><presentation>·<and>',
  };
  const shapeRows = Object.entries(shapes).flatMap(([format, texts]) =>
    texts.split('·').map((text) => [format as SourceName, text] as const),
  );

  it.each(shapeRows)('stays within bounds for monotonous %s: %j', (format, text) => {
    const head = format === 'csv' ? 'question,option1,option2,answers\n' : '';
    const tail = format === 'gift' ? '\nQ {=a ~b}' : '';
    expect(secondsOf(() => readText(format, head + fill(text) + tail, {}))).toBeLessThan(3);
  });

  const html =
    '<·<a ·<a href="·</a·<a>·<!--·<style>·<style></style>·<ul class="certdeck-references">·&·&#·<p ·</·<img src=· ·<td>·<b>·<p><b><i>·<table><a>·<pre>  \n';
  it.each(html.split('·'))('stays within bounds for monotonous HTML: %j', (text) => {
    for (const length of [40_000, 3_000]) {
      expect(secondsOf(() => readHtml(fill(text, length)))).toBeLessThan(3);
    }
  });
});
