import type { PictureSource } from '../parse/question-source.ts';
import type { Fault } from '../parse/yaml-text.ts';
import { pictureEndings } from '../picture/picture-format.ts';

const namePicture = (questionId: string, number: number) => `${questionId}.img-${number}`;

const endings = [...pictureEndings];
const isNamed = (file: string, stem: string) =>
  endings.some((ending) => file === `${stem}.${ending}`);

/** Pictures as the question's text has them, against the names of the files beside it. */
export const refusePictures = (
  questionId: string,
  pictures: readonly PictureSource[],
  files: ReadonlySet<string>,
): Fault[] =>
  pictures.flatMap(({ file, alt, line }, index) => {
    const faults: Fault[] = [];
    const name = namePicture(questionId, index + 1);
    if (alt === '') {
      const message = 'The picture has no alternative text: say between [ and ] what it shows.';
      faults.push({ line, message });
    }
    if (!isNamed(file, name)) {
      const message = `The picture "${file}" is number ${index + 1} in its file: name it ${name}.${endings.join(', .')}.`;
      faults.push({ line, message });
    } else if (!files.has(file)) {
      faults.push({ line, message: `There is no file ${file} beside the question: add it.` });
    }
    return faults;
  });
