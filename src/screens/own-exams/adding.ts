import type { DeckRead } from '#exchange/deck.ts';
import type { ReadContext } from '#exchange/formats/format.ts';

type Chosen = {
  files: readonly File[];
  /** What the learner has told of the files. */
  told: ReadContext;
};

/** How far the learner is with adding questions. */
export type Adding =
  | { step: 'choosing'; said: string }
  | ({ step: 'reading' } & Chosen)
  /** A file doesn't say something that only the learner can tell. */
  | ({ step: 'asking'; read: DeckRead; asked: NonNullable<DeckRead['asked']> } & Chosen)
  | ({ step: 'nothing'; read: DeckRead } & Chosen)
  | ({ step: 'found'; read: DeckRead } & Chosen);

export type AddingEvent =
  | { type: 'filesChosen'; files: readonly File[] }
  | { type: 'filesRefused'; said: string }
  | { type: 'told'; told: ReadContext }
  | { type: 'filesRead'; files: readonly File[]; read: DeckRead }
  | { type: 'startedOver' };

export const choosing: Adding = { step: 'choosing', said: '' };

export const withFiles = (files: readonly File[]): Adding =>
  files.length === 0 ? choosing : { step: 'reading', files, told: {} };

const stepAfter = (chosen: Chosen, read: DeckRead): Adding => {
  const { asked, questions } = read;
  if (asked) return { step: 'asking', read, asked, ...chosen };
  return { step: questions.length > 0 ? 'found' : 'nothing', read, ...chosen };
};

export const adding = (state: Adding, event: AddingEvent): Adding => {
  switch (event.type) {
    case 'filesChosen':
      return event.files.length === 0 ? state : withFiles(event.files);
    case 'filesRefused':
      return { step: 'choosing', said: event.said };
    case 'told': {
      if (state.step !== 'asking') return state;
      const columns = { ...state.told.columns, ...event.told.columns };
      const told = { ...state.told, ...event.told, columns };
      return { step: 'reading', files: state.files, told };
    }
    case 'filesRead':
      // Others may have been chosen meanwhile.
      if (state.step !== 'reading' || state.files !== event.files) return state;
      return stepAfter({ files: state.files, told: state.told }, event.read);
    case 'startedOver':
      return choosing;
  }
};
