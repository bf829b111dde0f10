import { createContext, type ReactNode, use, useMemo } from 'react';
import { imageAddress } from '#contract/addresses.ts';
import type { QuestionAnswer } from '#contract/wire.ts';
import { currentId } from '#exam/run/run.ts';
import { findImage } from '#exam/texts/question-parts.ts';
import type { ImageSize } from '#primitives/svg-size.ts';
import { useExamRun } from '../run/run-context.tsx';

/** Finds a marker's image; it has no address if the question has no file for it. */
type FindImage = (word: string) => {
  address: string | undefined;
  alt: string;
  size: ImageSize | undefined;
};

const FindImageContext = createContext<FindImage | undefined>(undefined);

type ImageSourceProviderProps = { loaded: QuestionAnswer; children: ReactNode };

const imageNumber = (word: string) => word.slice(word.indexOf('-') + 1);

/** Lets any text of the current question find the images of its markers. */
export const ImageSourceProvider = ({ loaded, children }: ImageSourceProviderProps) => {
  const { exam, session, run } = useExamRun();
  const { apiUrl, providerId, examId } = exam;
  const { question, images } = loaded;
  const questionId = currentId(run);
  const find = useMemo<FindImage>(() => {
    const addressOf = (image: string) =>
      imageAddress(apiUrl, providerId, examId, questionId, image);
    // Sizes that are learned later are used the next time, so that nothing moves while reading.
    const sizes = new Map(images.map((image) => [image, session.sizeOf(addressOf(image))]));
    return (word) => {
      const image = findImage(images, word);
      return {
        address: image && addressOf(image),
        alt: question.imageAlts?.[word] ?? `Picture ${imageNumber(word)}`,
        size: question.imageSizes?.[word] ?? sizes.get(image ?? ''),
      };
    };
  }, [apiUrl, providerId, examId, session, questionId, question, images]);
  return <FindImageContext value={find}>{children}</FindImageContext>;
};

export const useFindImage = () => {
  const find = use(FindImageContext);
  if (!find) throw new Error('useFindImage must be used within an ImageSourceProvider');
  return find;
};
