import type { Question } from '#contract/wire.ts';
import { maskCode } from './question-source.ts';

/** The kinds that a file can name; without one it is a choice. */
export const kinds = ['series', 'order', 'match'] as const;

/** One line of a question's answers. */
export type OptionLine =
  | { text: string; right: boolean; step?: number }
  /** What belongs to a prompt; without a prompt, what is left over. */
  | { prompt: string; text: string };

const box = /^- \[([ xX])\](?: (.*))?$/;
const numbered = /^(\d{1,3})\. (.*)$/;
const ARROW = '=>';

const readBox = (line: string): OptionLine | undefined => {
  const match = box.exec(line);
  return match ? { text: match[2] ?? '', right: match[1] !== ' ' } : undefined;
};

const readStep = (line: string): OptionLine | undefined => {
  const match = numbered.exec(line);
  return match ? { text: match[2] ?? '', right: true, step: Number(match[1]) } : readBox(line);
};

const readPair = (line: string): OptionLine | undefined => {
  // An arrow in code belongs to the code.
  const at = line.startsWith('- ') ? maskCode(line).indexOf(ARROW) : -1;
  if (at < 0) return undefined;
  return { prompt: line.slice(2, at).trim(), text: line.slice(at + ARROW.length).trim() };
};

/** Why a text can't be a prompt in a file. */
export const findUnfitPrompt = (text: string) =>
  maskCode(text).includes(ARROW) ? `A prompt has no "${ARROW}" outside of code.` : undefined;

/** Reads a line as an option, a step or a pair; undefined if it is none. */
export const readOptionLine = (line: string, kind: Question['kind']) => {
  if (kind === 'match') return readPair(line);
  return kind === 'order' ? readStep(line) : readBox(line);
};

/** The lines that `readOptionLine` reads, without their rationales. */
export const printOptionLine = (line: OptionLine) => {
  if ('prompt' in line) return `- ${line.prompt && `${line.prompt} `}${ARROW} ${line.text}`;
  return line.step === undefined
    ? `- [${line.right ? 'x' : ' '}] ${line.text}`
    : `${line.step}. ${line.text}`;
};
