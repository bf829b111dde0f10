import { createContext, type ReactNode, use, useMemo } from 'react';
import { imageAddress } from '#contract/addresses.ts';
import type { ExamKey } from '#contract/caches.ts';
import type { QuestionAnswer } from '#contract/wire.ts';
import { findPicture } from '#exam/question-parts.ts';
import type { ExamSession } from '#offline/exam-session.ts';

type PictureSource = {
  /** A marker's picture; without an address the question brought no file for it. */
  find: (word: string) => { address: string | undefined; alt: string };
  load: ExamSession['loadPicture'];
};

const PictureSourceContext = createContext<PictureSource | undefined>(undefined);

type PictureSourceProviderProps = {
  exam: ExamKey;
  session: ExamSession;
  questionId: string;
  loaded: QuestionAnswer;
  children: ReactNode;
};

const pictureNumber = (word: string) => word.slice(word.indexOf('-') + 1);

/** Lets any text of the question find the picture that a marker in it stands for. */
export const PictureSourceProvider = ({
  exam: { apiUrl, providerId, examId },
  session,
  questionId,
  loaded: { question, images },
  children,
}: PictureSourceProviderProps) => {
  const source = useMemo<PictureSource>(
    () => ({
      find: (word) => {
        const image = findPicture(images, word);
        return {
          address: image && imageAddress(apiUrl, providerId, examId, questionId, image),
          alt: question.imageAlts?.[word] ?? `Picture ${pictureNumber(word)}`,
        };
      },
      load: session.loadPicture,
    }),
    [apiUrl, providerId, examId, session, questionId, question, images],
  );
  return <PictureSourceContext value={source}>{children}</PictureSourceContext>;
};

export const usePictureSource = () => {
  const source = use(PictureSourceContext);
  if (!source) throw new Error('usePictureSource must be used within a PictureSourceProvider');
  return source;
};
