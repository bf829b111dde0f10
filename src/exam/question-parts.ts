export type Segment = { kind: 'text'; text: string } | { kind: 'picture'; word: string };

const MARKER = /\[(img-\d+)\]/g;

/** Splits a text at its `[img-N]` markers; blank text between markers is dropped. */
export const splitAtMarkers = (text: string): Segment[] =>
  text
    .split(MARKER)
    .map(
      (piece, index): Segment =>
        index % 2 === 1 ? { kind: 'picture', word: piece } : { kind: 'text', text: piece },
    )
    .filter((segment) => segment.kind === 'picture' || segment.text.trim() !== '');

/** The question's pieces; `question` itself serves when there are no parts. */
export const questionSegments = (question: { question: string; questionParts: string[] }) =>
  (question.questionParts.length > 0 ? question.questionParts : [question.question]).flatMap(
    splitAtMarkers,
  );

const fileName = (path: string) => path.slice(path.lastIndexOf('/') + 1);

/**
 * The entry of `images` for a marker's word: its file name is the word, bare or in brackets,
 * followed by anything that is not a digit, so that `img-1` never finds `img-10.png`.
 */
export const findPicture = (images: string[], word: string) =>
  images.find((path) => {
    const name = fileName(path).replace(/^\[/, '');
    return name.startsWith(word) && !/^\d/.test(name.slice(word.length));
  });

/** Every picture that a question's texts or its `images` can ask for, once each. */
export const uniquePictures = (images: string[]) => [
  ...new Map(images.map((path) => [fileName(path), path])).values(),
];
