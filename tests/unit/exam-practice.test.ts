import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  alternateDomains,
  chooseQuestions,
  groupQuestions,
  questionsIn,
} from '#exam/day/practice.ts';
import { plainSetup } from '#exam/run/run-setup.ts';
import { emptyStudy, type Review, type RunSetup, type Study, sources } from '#learner/schemas.ts';
import { resultOf, reviewOf, studyAfter } from '#support/stored-runs.ts';

const DAY = 24 * 60 * 60 * 1000;
const now = Date.UTC(2026, 10, 20);
const ids = ['q1', 'q2', 'q3', 'q4', 'q5', 'q6'];
const detail = {
  questionIds: ids,
  questionDomains: ['a', 'a', 'a', 'b', 'b', 'b'],
  questionTasks: ['1', '1', '2', '3', '3', '3'],
};
const group = (study: Partial<Study>) => {
  const groups = groupQuestions(ids, { study: { ...emptyStudy, ...study } }, now);
  return Object.fromEntries(sources.map((source) => [source, [...groups[source]]]));
};

const reviews = (id: string, answers: string): Review[] =>
  [...answers].map((letter, place) => {
    const at = now - DAY + place;
    return reviewOf(at, id, letter === '+', letter === '?');
  });

describe('an exam’s questions by what is known of them', () => {
  it('are new until they have an answer, or a card that outlived its answers', () => {
    const { cards } = studyAfter(emptyStudy, [resultOf('q2')], now);
    expect(group({ reviews: reviews('q1', '+'), cards }).new).toEqual(['q3', 'q4', 'q5', 'q6']);
  });

  it.each([
    ['-', ['q1']],
    ['+', []],
    ['-+', ['q1']],
    ['-++', []],
    ['-+-', ['q1']],
    ['++-', ['q1']],
  ])('are wrong after %s until right twice in a row', (answers, wrong) => {
    expect(group({ reviews: reviews('q1', answers) }).wrong).toEqual(wrong);
  });

  it.each([
    ['-', ['q1']],
    ['?', []],
    ['-+', []],
    ['+-', ['q1']],
    ['-?', []],
  ])('are sure but wrong after %s by the last answer', (answers, sure) => {
    const others = reviews('q2', '?');
    expect(group({ reviews: [...reviews('q1', answers), ...others] }).sure).toEqual(sure);
    expect(group({ reviews: [...reviews('q1', '-')] }).sure, 'who never says so').toEqual([]);
  });

  it('are flagged and saved whatever run asked them, and none that the exam has lost', () => {
    const marks = [
      { questionId: 'q5', isSaved: true, savedAt: now },
      { questionId: 'gone', isSaved: true, savedAt: now, isFlagged: true, flaggedAt: now },
      { questionId: 'q1', isSaved: false, savedAt: now },
      { questionId: 'q2', isFlagged: true, flaggedAt: now },
    ];
    expect(group({ marks })).toMatchObject({ flagged: ['q2'], saved: ['q5'] });
  });

  it('that are set aside are asked no more, and can be practiced as such', () => {
    const missed = studyAfter(
      emptyStudy,
      [resultOf('q4', false), resultOf('q2', false)],
      now - DAY,
    );
    const marks = [
      { questionId: 'q4', isAside: true, asideAt: now, isSaved: true, savedAt: now },
      { questionId: 'q2', isAside: false, asideAt: now - DAY },
    ];
    const found = groupQuestions(ids, { study: { ...missed, marks } }, now);
    const listed = Object.entries(found).filter(([, group]) => group.has('q4'));
    expect(listed.map(([name]) => name)).toEqual(['aside']);
    expect([...found.due]).toEqual(['q2']);
    const ask = (setup: Partial<RunSetup>) =>
      chooseQuestions(detail, { ...plainSetup, ...setup }, found, Math.random);
    expect(ask({ from: 'aside' })).toEqual(['q4']);
    expect(ask({ questions: 6 })).not.toContain('q4');
    expect(ask({ isShuffled: true })).toHaveLength(5);
  });

  it('are due in the order of their review', () => {
    const missed = studyAfter(emptyStudy, [resultOf('q4', false)], now - DAY);
    expect(group(studyAfter(missed, [resultOf('gone', false)], now)).due).toEqual(['q4']);
  });
});

it.each([
  [undefined, ids],
  [['a'], ['q1', 'q2', 'q3']],
  [
    ['2', 'b'],
    ['q3', 'q4', 'q5', 'q6'],
  ],
  [['nothing'], []],
])('the questions in the topics %j are %j', (topics, expected) => {
  expect(questionsIn(detail, topics)).toEqual(expected);
  expect(questionsIn({ questionIds: ids }, topics)).toEqual(topics ? [] : ids);
});

const study = studyAfter(
  studyAfter(emptyStudy, [resultOf('q4', false), resultOf('q2')], now - DAY),
  [],
  now,
);
const groups = groupQuestions(ids, { study }, now);
const choose = (setup: Partial<RunSetup>, random = 0) =>
  chooseQuestions(detail, { ...plainSetup, ...setup }, groups, () => random);

describe('siblings, which are of one task,', () => {
  const tasked = {
    questionIds: ['missed', 'due', 'new1', 'new2', 'other1', 'other2'],
    questionDomains: ['a', 'a', 'a', 'a', 'b', 'b'],
    questionTasks: ['1', '1', '1', '2', '3', '3'],
  };
  const answered = studyAfter(
    studyAfter(emptyStudy, [resultOf('missed', false)], now - 9 * DAY),
    [resultOf('due'), resultOf('other1')],
    now - 8 * DAY,
  );
  const known = groupQuestions(tasked.questionIds, { study: answered }, now);
  const ask = (setup: Partial<RunSetup>, detail = tasked) =>
    Array.from({ length: 50 }, () =>
      chooseQuestions(detail, { ...plainSetup, ...setup }, known, Math.random),
    );

  it('come before a question that was missed, in a review and in a set', () => {
    expect([...known.due][0]).toBe('missed');
    const isAfter = (ids: string[], id: string, others: string[]) =>
      others.every((other) => !ids.includes(other) || ids.indexOf(other) < ids.indexOf(id));
    for (const ids of ask({ from: 'due', questions: 3 })) {
      expect(ids).toHaveLength(3);
      expect(isAfter(ids, 'missed', ['due'])).toBe(true);
    }
    for (const ids of ask({ questions: 6, isShuffled: true })) {
      expect(ids.toSorted()).toEqual(tasked.questionIds.toSorted());
      expect(isAfter(ids, 'missed', ['due', 'new1'])).toBe(true);
      expect(isAfter(ids, 'due', ['new1'])).toBe(true);
    }
  });

  it('are none without tasks', () => {
    const { questionTasks: _, ...untasked } = tasked;
    const [first] = ask({ from: 'due', questions: 3 }, untasked as typeof tasked);
    expect(first?.[0]).toBe('missed');
    const empty = { ...tasked, questionTasks: tasked.questionIds.map(() => '') };
    expect(ask({ from: 'due', questions: 3 }, empty)[0]?.[0]).toBe('missed');
  });
});

describe('domains in turns', () => {
  const inDomains = (domains: string[]) => {
    const questionIds = domains.map((domain, place) => `${domain}${place}`);
    return alternateDomains(questionIds, { questionIds, questionDomains: domains });
  };

  it('never follow each other unless one has more questions than all others', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', 'b', 'c', 'd')), (domains) => {
        const turns = inDomains(domains).map((id) => id[0]);
        expect(turns.toSorted()).toEqual(domains.toSorted());
        const repeats = turns.filter((domain, place) => domain === turns[place - 1]).length;
        const counts = ['a', 'b', 'c', 'd'].map((one) => turns.filter((it) => it === one).length);
        const most = Math.max(...counts);
        expect(repeats).toBe(Math.max(0, 2 * most - turns.length - 1));
      }),
    );
  });

  it('keep the order within each', () => {
    expect(inDomains(['a', 'a', 'b', 'a', 'c'])).toEqual(['a0', 'b2', 'a1', 'c4', 'a3']);
  });
});

describe('the questions of a set', () => {
  it.each<[string, Partial<RunSetup>, string[]]>([
    ['are the whole exam for a plain Start', {}, ids],
    ['are those due for a review', { from: 'due' }, ['q4']],
    ['are the whole exam if there are none of the kind', { from: 'saved' }, ids],
    [
      'are the topic’s if there are none of the kind in it',
      { from: 'due', topics: ['a'] },
      ids.slice(0, 3),
    ],
    ['are the whole exam if the topic is unknown', { topics: ['gone'] }, ids],
    ['are no more than asked for', { questions: 2 }, ['q2', 'q3']],
    ['stay within the topics', { questions: 2, topics: ['1'] }, ['q1', 'q2']],
    ['come from one source', { questions: 2, from: 'new' }, ['q3', 'q5']],
    ['are shuffled', { from: 'new', topics: ['b'], isShuffled: true }, ['q6', 'q5']],
    ['take domains in turns', { isShuffled: true }, ['q1', 'q5', 'q3', 'q6', 'q2', 'q4']],
  ])('%s', (_, setup, expected) => {
    expect(choose(setup)).toEqual(expected);
  });

  it('are as many as asked for, each once, and in the exam’s order unless shuffled', () => {
    const anySetup = fc.record({
      questions: fc.oneof(fc.constant('all' as const), fc.integer({ min: 1, max: 9 })),
      from: fc.option(fc.constantFrom(...sources), { nil: undefined }),
      topics: fc.option(fc.subarray(['a', 'b', '2', 'x'], { minLength: 1 }), { nil: undefined }),
      isShuffled: fc.boolean(),
    });
    fc.assert(
      fc.property(anySetup, fc.double({ min: 0, max: 0.999, noNaN: true }), (setup, random) => {
        const chosen = choose(setup, random);
        if (setup.questions !== 'all') expect(chosen.length).toBeLessThanOrEqual(setup.questions);
        expect(chosen.length).toBeGreaterThan(0);
        expect(new Set(chosen).size).toBe(chosen.length);
        expect(ids).toEqual(expect.arrayContaining(chosen));
        if (!setup.isShuffled) expect(chosen).toEqual(ids.filter((id) => chosen.includes(id)));
      }),
    );
  });
});
