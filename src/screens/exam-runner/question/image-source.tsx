import { createContext, type ReactNode, use, useMemo } from 'react';
import { imageAddress } from '#contract/addresses.ts';
import type { ExamKey } from '#contract/caches.ts';
import type { QuestionAnswer } from '#contract/wire.ts';
import { findImage } from '#exam/question-parts.ts';
import type { ExamSession } from '#offline/session/exam-session.ts';

/** In CSS pixels. */
export type ImageSize = { width: number; height: number };

type ImageSource = {
  /** A marker's image; it has no address if the question has no file for it. */
  find: (word: string) => {
    address: string | undefined;
    alt: string;
    size?: ImageSize | undefined;
  };
  /** Remembers an image's natural size for the next time its question is shown. */
  remember: (word: string, size: ImageSize) => void;
  load: ExamSession['loadImage'];
};

const ImageSourceContext = createContext<ImageSource | undefined>(undefined);

type ImageSourceProviderProps = {
  exam: ExamKey;
  session: ExamSession;
  questionId: string;
  loaded: QuestionAnswer;
  children: ReactNode;
};

const imageNumber = (word: string) => word.slice(word.indexOf('-') + 1);

/** Natural sizes of the images shown in this visit, by address. */
const seenSizes = new Map<string, ImageSize>();

/** Lets any text of the question find the images of its markers. */
export const ImageSourceProvider = ({
  exam: { apiUrl, providerId, examId },
  session,
  questionId,
  loaded: { question, images },
  children,
}: ImageSourceProviderProps) => {
  const source = useMemo<ImageSource>(() => {
    const addressOf = (word: string) => {
      const image = findImage(images, word);
      return image && imageAddress(apiUrl, providerId, examId, questionId, image);
    };
    // A newly learned size is used the next time, so that nothing moves while reading.
    const known = new Map(seenSizes);
    return {
      find: (word) => {
        const address = addressOf(word);
        return {
          address,
          alt: question.imageAlts?.[word] ?? `Picture ${imageNumber(word)}`,
          size: question.imageSizes?.[word] ?? known.get(address ?? ''),
        };
      },
      remember: (word, size) => {
        const address = addressOf(word);
        if (address && size.width > 0 && size.height > 0) seenSizes.set(address, size);
      },
      load: session.loadImage,
    };
  }, [apiUrl, providerId, examId, session, questionId, question, images]);
  return <ImageSourceContext value={source}>{children}</ImageSourceContext>;
};

export const useImageSource = () => {
  const source = use(ImageSourceContext);
  if (!source) throw new Error('useImageSource must be used within an ImageSourceProvider');
  return source;
};
