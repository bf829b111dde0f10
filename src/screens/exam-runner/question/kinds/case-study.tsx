import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import type { CaseStudy as Case } from '#contract/wire.ts';
import { codeSegments } from '#exam/texts/question-parts.ts';
import { Button } from '#ui/button.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { useIsWide } from '#ui/use-is-wide.ts';
import { Segments } from '../segments.tsx';
import styles from './case-study.module.css';

/** Where each case was left, so that its next question finds it there. */
const places = new WeakMap<Case, { tab: number; top: number }>();

const placeOf = (of: Case) => places.get(of) ?? { tab: 0, top: 0 };

/** Its sections, one at a time. */
const Sections = ({ of }: { of: Case }) => {
  const id = useId();
  const panel = useRef<HTMLDivElement>(null);
  const [tab, setTab] = useState(placeOf(of).tab);
  const { sections } = of;
  useLayoutEffect(() => {
    panel.current?.scrollTo?.({ top: placeOf(of).top });
  }, [of]);
  const show = (next: number) => {
    places.set(of, { tab: next, top: 0 });
    panel.current?.scrollTo?.({ top: 0 });
    setTab(next);
  };
  const move = (event: KeyboardEvent) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by) return;
    // They would lead to another question.
    event.preventDefault();
    const next = (tab + by + sections.length) % sections.length;
    show(next);
    document.getElementById(`${id}${next}`)?.focus();
  };
  return (
    <div className={`screen-only ${styles.case}`}>
      <div role="tablist" aria-label={of.title} className={`cluster ${styles.tabs}`}>
        {sections.map(({ title }, at) => (
          <button
            key={title}
            type="button"
            role="tab"
            id={`${id}${at}`}
            aria-selected={at === tab}
            aria-controls={`${id}panel`}
            tabIndex={at === tab ? 0 : -1}
            className={`quiet strong ${styles.tab}`}
            onClick={() => show(at)}
            onKeyDown={move}
          >
            {title}
          </button>
        ))}
      </div>
      <div
        ref={panel}
        id={`${id}panel`}
        role="tabpanel"
        aria-labelledby={`${id}${tab}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls.
        tabIndex={0}
        className={`stack gap-2 ${styles.panel}`}
        dir="auto"
        onScroll={({ currentTarget }) => places.set(of, { tab, top: currentTarget.scrollTop })}
      >
        <Segments segments={codeSegments(sections[tab]?.text ?? '')} />
      </div>
    </div>
  );
};

/** All of them, where nothing can be tapped. */
const OnPaper = ({ of }: { of: Case }) => (
  <div className={styles.paper}>
    {of.sections.map(({ title, text }) => (
      <section key={title} className="stack gap-2" dir="auto">
        <h3>{title}</h3>
        <Segments segments={codeSegments(text)} />
      </section>
    ))}
  </div>
);

/** What a question is about: above it on a wide screen, in a sheet on a narrow one. */
export const CaseStudy = ({ of }: { of: Case }) => {
  const isWide = useIsWide();
  const [isOpen, setOpen] = useState(false);
  if (isWide) {
    return (
      <section className="stack gap-2" aria-label="Case">
        <h2 className="fine quiet strong">{`Case: ${of.title}`}</h2>
        <Sections of={of} />
        <OnPaper of={of} />
      </section>
    );
  }
  return (
    <>
      <div className="row gap-2">
        <Button size="small" aria-haspopup="dialog" onClick={() => setOpen(true)}>
          Case
        </Button>
        <span className="fine quiet">{of.title}</span>
        <Sheet label={of.title} isOpen={isOpen} onClose={() => setOpen(false)}>
          <Sections of={of} />
        </Sheet>
      </div>
      <OnPaper of={of} />
    </>
  );
};
