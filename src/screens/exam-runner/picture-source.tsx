import { createContext, type ReactNode, use, useMemo } from 'react';
import { useApi } from '#api/api-context.tsx';
import { imageAddress } from '#contract/addresses.ts';
import type { QuestionAnswer } from '#contract/wire.ts';
import { findPicture } from '#exam/question-parts.ts';
import type { ExamPlace } from './exam-place.ts';

type PictureSource = (word: string) => { address: string | undefined; alt: string };

const PictureSourceContext = createContext<PictureSource | undefined>(undefined);

type PictureSourceProviderProps = {
  place: ExamPlace;
  questionId: string;
  loaded: QuestionAnswer;
  children: ReactNode;
};

const pictureNumber = (word: string) => word.slice(word.indexOf('-') + 1);

/** Lets any text of the question find the picture that a marker in it stands for. */
export const PictureSourceProvider = ({
  place: { providerId, examId },
  questionId,
  loaded: { question, images },
  children,
}: PictureSourceProviderProps) => {
  const { config } = useApi();
  const source = useMemo<PictureSource>(
    () => (word) => {
      const image = findPicture(images, word);
      return {
        address: image && imageAddress(config.apiUrl, providerId, examId, questionId, image),
        alt: question.imageAlts?.[word] ?? `Picture ${pictureNumber(word)}`,
      };
    },
    [config, providerId, examId, questionId, question, images],
  );
  return <PictureSourceContext value={source}>{children}</PictureSourceContext>;
};

export const usePictureSource = () => {
  const source = use(PictureSourceContext);
  if (!source) throw new Error('usePictureSource must be used within a PictureSourceProvider');
  return source;
};
