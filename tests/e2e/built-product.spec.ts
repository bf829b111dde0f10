import type { APIRequestContext, Page } from '@playwright/test';
import { examsAddress, questionAddress, questionsAddress } from '#contract/addresses.ts';
import type { ExamDetail, ExamsAnswer, Question, QuestionAnswer } from '#contract/wire.ts';
import { expect, test } from '#support/fixtures.ts';
import { address, answer, jumpTo, openExam, picturesSettled } from '#support/runner-page.ts';
import { startBuiltServer } from '#support/server-process.ts';

type Built = Awaited<ReturnType<typeof startBuiltServer>>;

const product = test.extend<{ built: Built }>({
  built: async ({ browserName: _ }, use) => {
    const built = await startBuiltServer();
    await use(built);
    expect(await built.stop(), 'exit code of the server').toBe(0);
  },
  baseURL: async ({ built }, use) => use(built.address),
});

const getJson = async <T>(request: APIRequestContext, path: string): Promise<T> => {
  const response = await request.get(path);
  expect(response.status(), path).toBe(200);
  return response.json();
};

/** Resolves with the frame that shows all of the texts and so many options. */
const untilShown = (page: Page, options: number, ...texts: string[]) =>
  page.waitForFunction(
    ([count, wanted]) => {
      const shown = new Set([...document.querySelectorAll('main p')].map((p) => p.textContent));
      const isHere = document.querySelectorAll('article label').length === count;
      return isHere && wanted.every((text) => shown.has(text));
    },
    [options, texts] as const,
  );

/** A statement has a label for yes and one for no, a prompt its own. */
const countLabels = ({ kind, options, prompts = [] }: Question) =>
  ({ series: 2 * options.length, match: prompts.length })[kind ?? ''] ?? options.length;

/** Answers by the keyboard, or where there is no key for it, by the select of a prompt. */
const choose = async (page: Page, question: Question, isRight: boolean) => {
  const { kind, options, answers } = question;
  const press = (place: number) => page.keyboard.press(`${place + 1}`);
  if (kind === 'series') {
    for (const [place, text] of options.entries()) {
      await press(place);
      if (answers.includes(text) !== isRight) await press(place);
    }
  } else if (kind === 'order') {
    const places = answers.map((text) => options.indexOf(text));
    for (const place of isRight ? places : places.toReversed()) await press(place);
  } else if (kind === 'match') {
    for (const [at, text] of answers.entries()) {
      const place = options.indexOf(text) + (isRight ? 0 : 1);
      const value = `${1 + (place % options.length)}`;
      await page.locator('article select').nth(at).selectOption(value);
    }
  } else {
    const right = options.filter((text) => answers.includes(text));
    const wrong = options.filter((text) => !answers.includes(text));
    // As many as the stem states.
    const chosen = isRight ? right : [...wrong, ...right].slice(0, right.length);
    for (const [place, text] of options.entries()) if (chosen.includes(text)) await press(place);
  }
};

product(
  'the product as it is built is practiced from the home screen to the final score',
  async ({ page, request }) => {
    await page.goto('/');
    await expect(page).toHaveTitle(/CertDeck/);
    await expect(page.getByRole('heading', { level: 1, name: 'CertDeck' })).toBeVisible();
    for (const name of ['AWS', 'Microsoft', 'Google']) {
      await expect(page.getByRole('link', { name: new RegExp(name, 'i') }).first()).toBeVisible();
    }

    await page.getByRole('link', { name: /^(Microsoft )?Azure \d+ Exams$/ }).click();
    await expect(page).toHaveURL(/\/exams\/Azure$/);
    await expect(page.getByRole('heading', { level: 1, name: 'Azure' })).toBeVisible();

    const { exams } = await getJson<ExamsAnswer>(request, examsAddress('', 'Azure'));
    const [exam] = exams.sort((a, b) => a.questionCount - b.questionCount);
    if (!exam) throw new Error('The bank has no exam for Azure');
    await page.getByPlaceholder('Search exams...').fill(exam.name.toUpperCase());
    await expect(page.getByRole('listitem')).toHaveCount(1);
    await page.getByRole('link', { name: 'Start', exact: true }).click();

    const detail = await getJson<ExamDetail>(request, questionsAddress('', 'Azure', exam.name));
    const total = detail.questionIds.length;
    expect(total).toBe(exam.questionCount);
    let correct = 0;
    for (const [index, id] of detail.questionIds.entries()) {
      const call = questionAddress('', 'Azure', exam.name, id);
      const { question } = await getJson<QuestionAnswer>(request, call);
      const length = countLabels(question);
      await untilShown(
        page,
        length,
        `Question ${index + 1} of ${total}`,
        `Score: ${correct}/${index}`,
      );
      const isMeantWrong = index % 5 === 4;
      await choose(page, question, !isMeantWrong);
      await page.keyboard.press('Enter');
      if (!isMeantWrong) correct += 1;
      // Once checked, a prompt says what was chosen.
      const labels = question.kind === 'match' ? 0 : length;
      await untilShown(page, labels, `Score: ${correct}/${index + 1}`);
      if (index < total - 1) await page.keyboard.press('n');
    }

    const percent = Math.round((100 * correct) / total);
    await expect(page.getByText('Exam Complete!')).toBeVisible();
    await expect(page.getByText(`Final Score: ${correct}/${total} (${percent}%)`)).toBeVisible();
    await page.getByRole('link', { name: 'Back to Home' }).click();
    await expect(page).toHaveURL(/\/$/);
  },
);

product('the product as it is built shows its own images', async ({ page, request }) => {
  const { exams } = await getJson<ExamsAnswer>(request, examsAddress('', 'AWS'));
  for (const { name } of exams) {
    const { questionIds } = await getJson<ExamDetail>(request, questionsAddress('', 'AWS', name));
    for (const [index, id] of questionIds.entries()) {
      const found = await getJson<QuestionAnswer>(request, questionAddress('', 'AWS', name, id));
      if (found.images.length === 0) continue;
      await page.goto(address('AWS', name));
      await jumpTo(page, index + 1);
      await expect(page.getByRole('article').getByRole('img').first()).toBeVisible();
      await picturesSettled(page);
      const widths = await page.evaluate(() =>
        [...document.images].map(({ naturalWidth }) => naturalWidth),
      );
      expect(Math.min(...widths)).toBeGreaterThan(0);
      return;
    }
  }
  throw new Error('No question for AWS has an image');
});

/** What a screen reader finds on each screen, from top to bottom. */

test('home reads as a list of providers', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('link', { name: /A or B/ })).toBeVisible();
  await expect(page.locator('body')).toMatchAriaSnapshot(`
    - banner:
      - heading "CertDeck" [level=1]
      - button "Use light theme"
    - main "Providers":
      - paragraph: Stop paying for exam prep materials. Get free practice exams and questions for AWS, Microsoft and Google.
      - list:
        - listitem: /[\\d,]+ original questions/
        - listitem: Every answer explained
        - listitem: Works offline
        - listitem: No account
      - form "Try one from AWS Cloud Practitioner":
        - paragraph:
          - strong: Try one
          - text: from AWS Cloud Practitioner
        - paragraph: The head of a laboratory wants an email as soon as the forecast cost of the current month goes beyond an amount that she has set herself. Which AWS tool should be used?
        - group "Choose one answer":
          - text: ""
          - radio "AWS Cost Explorer"
          - text: AWS Cost Explorer
          - radio "AWS Pricing Calculator"
          - text: AWS Pricing Calculator
          - radio "AWS Budgets"
          - text: AWS Budgets
          - radio "AWS Compute Optimizer"
          - text: AWS Compute Optimizer
        - button "Check Answer" [disabled]
      - region "Choose an exam":
        - heading "Choose an exam" [level=2]
        - paragraph: There is nothing to set up. Start saves the exam for offline use.
        - list:
          - listitem:
            - link "Amazon Web Services 8 Exams":
              - /url: /exams/aws
              - heading "Amazon Web Services" [level=3]
              - text: ""
            - list:
              - listitem:
                - link /Every Kind \\d+ questions Start/:
                  - /url: /exams/aws/Every%20Kind
              - listitem:
                - link /A Long Exam \\d+ questions Start/:
                  - /url: /exams/aws/A%20Long%20Exam
              - listitem:
                - link /\\d+% 2 questions Start/:
                  - /url: /exams/aws/100%25
              - listitem:
                - link "C# & \\"x\\"? 2 questions Start":
                  - /url: /exams/aws/C%23%20%26%20%22x%22%3F
          - listitem:
            - link "A or B 1 Exam":
              - /url: /exams/a%2Fb
              - heading "A or B" [level=3]
              - text: ""
            - list:
              - listitem:
                - link "a/b 1 question Start":
                  - /url: /exams/a%2Fb/a%2Fb
          - listitem:
            - link "Nothing Yet 0 Exams":
              - /url: /exams/empty
              - heading "Nothing Yet" [level=3]
              - text: ""
            - list
        - button "Back up or move progress"
        - paragraph: The questions that come with CertDeck are its own, written from the vendors’ public exam guides and documentation. Each links to what it is based on. Second readers have answered samples without the key. Not affiliated with AWS, Microsoft or Google.
    - status
  `);
});

test('a list reads as its exams, each with what can be done', async ({ page }) => {
  await page.goto('/exams/a%2Fb');
  await expect(page.getByText('Saved once you start')).toBeVisible();
  await expect(page.locator('body')).toMatchAriaSnapshot(`
    - banner:
      - link "CertDeck":
        - /url: /
      - link "Back to Providers":
        - /url: /
      - button "Use light theme"
    - main "a/b":
      - heading "a/b" [level=1]
      - searchbox "Search exams"
      - status
      - list "a/b":
        - listitem:
          - heading "a/b" [level=2]:
            - link "a/b":
              - /url: /exams/a%2Fb?exam=a%2Fb
          - paragraph: 1 question Saved once you start
          - paragraph: Not started yet
          - link "Practice 1":
            - /url: /exams/a%2Fb/a%2Fb?from=day
          - link "Start":
            - /url: /exams/a%2Fb/a%2Fb
      - paragraph: /Practice picks today’s questions/
    - status
  `);
});

test('a run reads as question, options, verdict with score, and explanation', async ({ page }) => {
  await openExam(page, 'v1.2');
  await expect(page.locator('body')).toMatchAriaSnapshot(`
    - banner:
      - link "CertDeck":
        - /url: /
      - link "Back to Exams":
        - /url: /exams/aws
      - text: "Partly saved: still saving the app."
      - 'button "Retry: v1.2"'
      - button "Use light theme"
    - main "v1.2":
      - heading "v1.2" [level=1]
      - paragraph: Question 1 of 2
      - paragraph: "Score: 0/0"
      - button "Flag"
      - progressbar "Position in the exam"
      - article "About v1.2?":
        - text: ""
        - radiogroup "About v1.2?":
          - radio "right"
          - text: right
          - radio "wrong"
          - text: wrong
          - radio "almost"
          - text: almost
          - radio "far off"
          - text: far off
      - status
      - button "Check Answer" [disabled]
      - complementary "Questions":
        - paragraph: "Correct: 0 | Answered: 0 | Total: 2"
        - timer "Time": /\\d+:\\d+/
        - button "Pause stopwatch"
        - button "Reset stopwatch"
        - navigation "Questions":
          - group "Show":
            - button "All" [pressed]
            - button "Unanswered"
            - button "Wrong"
            - button "Flagged"
          - list:
            - listitem:
              - button "Question 1, unanswered"
            - listitem:
              - button "Question 2, unanswered"
          - button "Previous page" [disabled]
          - paragraph: Page 1 of 1
          - button "Next page" [disabled]
        - button "Previous" [disabled]
        - button "Finish"
        - term: A–F
        - definition: choose
        - term: Enter
        - definition: check, then next
        - term: F
        - definition: flag
        - button "Keyboard shortcuts"
  `);

  await answer(page, 1);
  await page.getByRole('button', { name: 'Flag', exact: true }).click();
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - main "v1.2":
      - heading "v1.2" [level=1]
      - paragraph: Question 1 of 2
      - paragraph: "Score: 0/1"
      - button "Flag" [pressed]
      - progressbar "Position in the exam"
      - article "About v1.2?":
        - text: About v1.2?
        - radiogroup "About v1.2?":
          - radio "right" [disabled]
          - text: right Correct answer. It is.
          - radio "wrong" [checked] [disabled]
          - text: wrong Your choice, wrong. It is not.
          - radio "almost" [disabled]
          - text: almost Incorrect, not chosen.
          - radio "far off" [disabled]
          - text: far off Incorrect, not chosen.
        - button "Why not the others?"
        - region "Explanation":
          - heading "Explanation" [level=2]
          - paragraph: It says so on the option.
          - list:
            - listitem:
              - link "The documentation (opens in a new tab)":
                - /url: https://docs.example.com/right
            - listitem:
              - link "Discussion (opens in a new tab)":
                - /url: https://www.reddit.com/search/?q=v1.2%20First%20Domain#plain
          - status: Comes back tomorrow
          - button "Save question"
          - button "Add a note"
          - button "Report a mistake"
      - status:
        - paragraph: "Incorrect. The answer is A. Score: 0 of 1 answered."
      - button "Next Question"
  `);
  const panel = page.getByRole('complementary', { name: 'Questions' });
  await expect(panel).toContainText('Correct: 0 | Answered: 1 | Total: 2');
  await expect(panel.getByRole('button', { name: 'Question 1, incorrect, flagged' })).toBeVisible();
});
