import { createContext, type ReactNode, use, useMemo } from 'react';
import { imageAddress } from '#contract/addresses.ts';
import type { ExamKey } from '#contract/caches.ts';
import type { QuestionAnswer } from '#contract/wire.ts';
import { findPicture } from '#exam/question-parts.ts';
import type { ExamSession } from '#offline/exam-session.ts';

/** In CSS pixels. */
export type PictureSize = { width: number; height: number };

type PictureSource = {
  /** A marker's picture; without an address the question brought no file for it. */
  find: (word: string) => {
    address: string | undefined;
    alt: string;
    size?: PictureSize | undefined;
  };
  /** Keeps a picture's own size for the next time its question is shown. */
  remember: (word: string, size: PictureSize) => void;
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

/** Sizes of pictures that were shown since the page was loaded, by address. */
const seenSizes = new Map<string, PictureSize>();

/** Lets any text of the question find the picture that a marker in it stands for. */
export const PictureSourceProvider = ({
  exam: { apiUrl, providerId, examId },
  session,
  questionId,
  loaded: { question, images },
  children,
}: PictureSourceProviderProps) => {
  const source = useMemo<PictureSource>(() => {
    const addressOf = (word: string) => {
      const image = findPicture(images, word);
      return image && imageAddress(apiUrl, providerId, examId, questionId, image);
    };
    // What is learned meanwhile waits for the next time: nothing moves while one reads.
    const known = new Map(seenSizes);
    return {
      find: (word) => {
        const address = addressOf(word);
        return {
          address,
          alt: question.imageAlts?.[word] ?? `Picture ${pictureNumber(word)}`,
          size: question.imageSizes?.[word] ?? known.get(address ?? ''),
        };
      },
      remember: (word, size) => {
        const address = addressOf(word);
        if (address && size.width > 0 && size.height > 0) seenSizes.set(address, size);
      },
      load: session.loadPicture,
    };
  }, [apiUrl, providerId, examId, session, questionId, question, images]);
  return <PictureSourceContext value={source}>{children}</PictureSourceContext>;
};

export const usePictureSource = () => {
  const source = use(PictureSourceContext);
  if (!source) throw new Error('usePictureSource must be used within a PictureSourceProvider');
  return source;
};
