import { expect, test } from '#support/fixtures.ts';
import { address, answer, rows } from '#support/runner-page.ts';

/** What a screen reader finds on each screen, from top to bottom. */

test('home reads as a list of providers', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('link', { name: /A or B/ })).toBeVisible();
  await expect(page.locator('body')).toMatchAriaSnapshot(`
    - banner:
      - button "Use light theme"
    - main "Providers":
      - heading "CertDeck" [level=1]
      - paragraph: Stop paying for exam prep materials. Get free practice exams and questions for AWS, Microsoft and Google.
      - paragraph: 68 original questions · every answer explained · works offline · no account
      - paragraph: "New here? Choose a provider and begin: there is nothing to set up."
      - list:
        - listitem:
          - link "Amazon Web Services 8 Exams"
        - listitem:
          - link "A or B 1 Exam"
        - listitem:
          - link "Nothing Yet 0 Exams"
      - button "Your progress data"
      - button "Have you practiced elsewhere?"
  `);
});

test('a list reads as its exams, each with what can be done', async ({ page }) => {
  await page.goto('/exams/a%2Fb');
  await expect(page.getByRole('button', { name: /^Save/ })).toBeVisible();
  await expect(page.locator('body')).toMatchAriaSnapshot(`
    - banner:
      - link "Back to Providers"
      - button "Use light theme"
    - main "a/b":
      - heading "a/b" [level=1]
      - searchbox "Search exams"
      - status
      - list:
        - listitem:
          - heading "a/b" [level=2]
          - paragraph: 1 question
          - 'button "Progress: a/b" [disabled]': Not started yet
          - link "Start"
          - 'button "Mock exam: a/b"': Mock exam
          - 'button "Practice options: a/b"': Options
          - text: Online only
          - 'button "Save offline: a/b"': Save offline
    - status
  `);
});

test('a run reads as question, options, verdict with score, explanation, and at last the result', async ({
  page,
}) => {
  await page.goto(address('aws', 'v1.2'));
  await expect(rows(page)).toHaveCount(4);
  await expect(page.getByText(/^Available offline/)).toBeVisible();
  await expect(page.locator('body')).toMatchAriaSnapshot(`
    - banner:
      - link "Back to Exams"
      - button "Use light theme"
    - main "v1.2":
      - heading "v1.2" [level=1]
      - paragraph: Question 1 of 2
      - paragraph: "Score: 0/0"
      - button "Flag"
      - progressbar "Position in the exam"
      - text: /Available offline/
      - article "About v1.2?":
        - text: About v1.2?
        - radiogroup "About v1.2?":
          - radio "right"
          - text: right
          - radio "wrong"
          - text: wrong
          - radio "almost"
          - text: almost
          - radio "far off"
          - text: far off
      - button "Check Answer" [disabled]
      - complementary "Progress":
        - paragraph: "Correct: 0 | Answered: 0 | Total: 2"
        - timer "Time"
        - button "Pause stopwatch"
        - button "Reset stopwatch"
        - navigation "Questions":
          - list:
            - listitem:
              - button "Question 1, unanswered": "1"
            - listitem:
              - button "Question 2, unanswered": "2"
          - button "Previous page" [disabled]
          - paragraph: Page 1 of 1
          - button "Next page" [disabled]
        - button "Keyboard shortcuts"
  `);

  await answer(page, 1);
  await page.getByRole('button', { name: 'Flag', exact: true }).click();
  await expect(page.locator('body')).toMatchAriaSnapshot(`
    - banner:
      - link "Back to Exams"
      - button "Use light theme"
    - main "v1.2":
      - heading "v1.2" [level=1]
      - paragraph: Question 1 of 2
      - paragraph: "Score: 0/1"
      - button "Flag" [pressed]
      - progressbar "Position in the exam"
      - text: /Available offline/
      - article "About v1.2?":
        - text: About v1.2?
        - radiogroup "About v1.2?":
          - radio "right" [disabled]
          - text: right Correct answer.
          - radio "wrong" [checked] [disabled]
          - text: wrong Your choice, wrong.
          - radio "almost" [disabled]
          - text: almost Incorrect, not chosen.
          - radio "far off" [disabled]
          - text: far off Incorrect, not chosen.
      - status:
        - paragraph: "Incorrect. Score: 0 of 1 answered."
      - button "Next Question"
      - list:
        - listitem: "Correct answer: It is."
        - listitem: "Your choice, wrong: It is not."
      - button "Why not the others?"
      - region "Explanation":
        - paragraph: It says so on the option.
        - list:
          - listitem:
            - link "The documentation (opens in a new tab)"
          - listitem:
            - link "Discussion (opens in a new tab)"
      - complementary "Progress":
        - paragraph: "Correct: 0 | Answered: 1 | Total: 2"
        - timer "Time"
        - button "Pause stopwatch"
        - button "Reset stopwatch"
        - navigation "Questions":
          - list:
            - listitem:
              - button "Question 1, incorrect, flagged": "1"
            - listitem:
              - button "Question 2, unanswered": "2"
          - button "Previous page" [disabled]
          - paragraph: Page 1 of 1
          - button "Next page" [disabled]
        - button "Keyboard shortcuts"
  `);

  await page.getByRole('button', { name: 'Next Question' }).click();
  await expect(page.getByText('What is it?')).toBeVisible();
  await answer(page, 0);
  await expect(page.getByRole('region', { name: 'All questions' })).toBeVisible();
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - main "v1.2":
      - heading "v1.2" [level=1]
      - paragraph: Question 2 of 2
      - paragraph: "Score: 1/2"
      - button "Flag"
      - progressbar "Position in the exam"
      - text: /Available offline/
      - 'article "Look at this: A gradient Enlarge picture and at this: A blue box Enlarge picture What is it?"':
        - text: "Look at this:"
        - img "A gradient"
        - button "Enlarge picture"
        - text: "and at this:"
        - img "A blue box"
        - button "Enlarge picture"
        - text: What is it?
        - 'radiogroup "Look at this: A gradient Enlarge picture and at this: A blue box Enlarge picture What is it?"':
          - radio "right" [checked] [disabled]
          - text: right Your choice, correct.
          - radio "wrong" [disabled]
          - text: wrong Incorrect, not chosen.
          - radio "almost" [disabled]
          - text: almost Incorrect, not chosen.
          - radio "far off" [disabled]
          - text: far off Incorrect, not chosen.
      - status:
        - paragraph: "Correct. Score: 1 of 2 answered."
      - button "See Result"
      - list:
        - listitem: "Your choice, correct: It is."
      - button "Why not the others?"
      - button "I guessed"
      - region "Explanation":
        - paragraph: It says so on the option.
        - list:
          - listitem:
            - link "The documentation (opens in a new tab)"
          - listitem:
            - link "Discussion (opens in a new tab)"
      - region "Result":
        - heading "Exam Complete!" [level=2]
        - paragraph: "Final Score: 1/2 (50%)"
        - button "Practice 1 wrong answer"
        - button "Review answers"
        - link "Back to Home"
        - paragraph: Your progress is on this device only.
        - button "Save a copy"
        - status
        - region "Score by domain":
          - heading "Score by domain" [level=3]
          - list:
            - listitem: First Domain 1 of 2 (50%)
        - region "Wrong answers":
          - heading "Wrong answers" [level=3]
          - list:
            - listitem:
              - 'button "About v1.2? Your answer: wrong Right answer: right"'
        - region "All questions":
          - group:
            - heading "All questions" [level=3]
      - complementary "Progress":
        - paragraph: "Correct: 1 | Answered: 2 | Total: 2"
        - timer "Time"
        - button "Pause stopwatch"
        - button "Reset stopwatch"
        - navigation "Questions":
          - list:
            - listitem:
              - button "Question 1, incorrect, flagged": "1"
            - listitem:
              - button "Question 2, correct": "2"
          - button "Previous page" [disabled]
          - paragraph: Page 1 of 1
          - button "Next page" [disabled]
        - button "Keyboard shortcuts"
  `);
});
