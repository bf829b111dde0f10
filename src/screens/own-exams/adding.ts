import type { DeckRead } from '#exchange/deck.ts';

type Chosen = {
  files: readonly File[];
  /** The columns of a table that the learner has named. */
  columns: Record<string, string>;
};

/** How far the learner is with adding questions. */
export type Adding =
  | { step: 'choosing'; said: string }
  | ({ step: 'reading' } & Chosen)
  /** A table has a column that only the learner can name. */
  | ({ step: 'asking'; read: DeckRead; asked: NonNullable<DeckRead['asked']> } & Chosen)
  | ({ step: 'nothing'; read: DeckRead } & Chosen)
  | ({ step: 'found'; read: DeckRead } & Chosen);

export type AddingEvent =
  | { type: 'filesChosen'; files: readonly File[] }
  | { type: 'filesRefused'; said: string }
  | { type: 'columnNamed'; header: string }
  | { type: 'filesRead'; files: readonly File[]; read: DeckRead }
  | { type: 'startedOver' };

export const choosing: Adding = { step: 'choosing', said: '' };

export const withFiles = (files: readonly File[]): Adding =>
  files.length === 0 ? choosing : { step: 'reading', files, columns: {} };

const stepAfter = (chosen: Chosen, read: DeckRead): Adding => {
  if (read.questions.length > 0) return { step: 'found', read, ...chosen };
  const { asked } = read;
  return asked ? { step: 'asking', read, asked, ...chosen } : { step: 'nothing', read, ...chosen };
};

export const adding = (state: Adding, event: AddingEvent): Adding => {
  switch (event.type) {
    case 'filesChosen':
      return event.files.length === 0 ? state : withFiles(event.files);
    case 'filesRefused':
      return { step: 'choosing', said: event.said };
    case 'columnNamed': {
      if (state.step !== 'asking') return state;
      const columns = { ...state.columns, [state.asked.part]: event.header };
      return { step: 'reading', files: state.files, columns };
    }
    case 'filesRead':
      // Others may have been chosen meanwhile.
      if (state.step !== 'reading' || state.files !== event.files) return state;
      return stepAfter({ files: state.files, columns: state.columns }, event.read);
    case 'startedOver':
      return choosing;
  }
};
