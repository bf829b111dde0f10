import type { ExamStatus, PartialReason } from '#offline/library/exam-status.ts';
import { sizeText } from '#ui/formats.ts';

/** With its size, once anything is saved. */
const withSize = (text: string, bytes: number) =>
  bytes > 0 ? `${text} · ${sizeText(bytes)}` : text;

const partialText: Record<PartialReason, (missing: number) => string> = {
  paused: () => 'the download was stopped.',
  interrupted: () => 'resumes when you’re online.',
  unavailable: (missing) =>
    missing === 1 ? '1 question unavailable.' : `${missing} questions unavailable.`,
  faulty: (missing) => `${missing} could not be read from the server.`,
  full: () => 'this device has no room left. Remove another exam, then retry.',
  shell: () => 'still saving the app.',
};

const impossibleText = {
  'no-cache': 'Can’t be saved: this browser allows no storage here. Practice online.',
  unreadable: 'What this device has of it can’t be read.',
  'no-worker': 'Can’t be saved: this browser can’t keep the app itself. Practice online.',
};

/** What the learner is told about an exam on this device. */
export const statusText = (status: ExamStatus) => {
  switch (status.kind) {
    case 'unknown':
      return '';
    case 'absent':
      return 'Not saved yet';
    case 'saving': {
      if (status.total === 0) return 'Saving…';
      const amount = `Saving ${status.done} of ${status.total} questions`;
      const progress = withSize(amount, status.bytes);
      return status.mayNotFit ? `${progress} · may not fit on this device` : progress;
    }
    case 'available':
      return withSize('Available offline', status.bytes);
    case 'partial': {
      const { done, total, reason } = status;
      const amount = done === total || reason === 'unavailable' ? '' : ` ${done} of ${total},`;
      return `Partly saved:${amount} ${partialText[reason](total - done)}`;
    }
    case 'impossible':
      return impossibleText[status.reason];
  }
};
