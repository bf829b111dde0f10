import type { Metadata } from '#bank/parse/question-source.ts';

/** Reduces a name to its core: `Correct answer(s) - choose one` to `correctanswer`. */
export const foldName = (name: string) =>
  name
    .slice(0, 100)
    .replace(/[([].*| [-–] .*/s, '')
    .toLowerCase()
    .normalize('NFD')
    .replace(/[^\p{L}\p{N}]/gu, '');

/** The parts of a record with other common names for them, in lower case without spaces and accents. */
const names = {
  question:
    'questiontext questionstem questiontitle stem prompt q text query pregunta enunciado frage fragestellung domanda pergunta enonce pytanie вопрос 题目 题干 问题 問題',
  /** What stands beside the question and belongs to it. */
  context:
    'scenario passage stimulus casestudy background situation exhibit exhibits evidence preamble vignette',
  instruction: 'questioninstruction instruction instructions',
  code: 'codesnippet snippet codeblock output deviceoutput configuration configurations configs',
  image:
    'images img picture pictures figure diagram imageurl imagepath imagefile questionimage screenshot imagen bild immagine imagem',
  options:
    'option choices choice alternatives answeroptions answerchoices possibleanswers opciones antwortoptionen antwortmoglichkeiten opzioni opcoes choix варианты 选项 選項 選択肢',
  answers:
    'answer respuesta respuestas antwort antworten risposta risposte resposta respostas reponse reponses odpowiedz odpowiedzi ответ ответы 答案',
  key: 'correct correctanswer correctanswers correctoption correctoptions correctchoice correctchoices correctid correctids correctoptionid correctanswerid answerid answerkey rightanswer rightanswers solution answercorrect answerscorrect respuestacorrecta respuestascorrectas opcioncorrecta correcta correctas richtigeantwort richtigeantworten richtig korrekt losung loesung solucion rispostacorretta rispostecorrette respostacorreta respostascorretas gabarito bonnereponse bonnesreponses reponsecorrecte poprawnaodpowiedz правильныйответ 正解 正确答案 正確答案',
  /** Numbers that count from 0. */
  index:
    'correctindex correctindexes correctindices correctanswerindex correctanswerindices correctoptionindex answerindex answerindices',
  wrong:
    'incorrectanswers incorrectanswer wronganswers wronganswer incorrect distractors distractor respuestasincorrectas falscheantworten mauvaisesreponses risposteerrate',
  explanation:
    'explanations overallexplanation correctexplanation rationale feedback generalfeedback reason justification answerexplanation explicacion erklarung erklaerung begrundung spiegazione explicacao explication wyjasnienie объяснение пояснение 解析 解説 解释',
  notes:
    'note optionexplanations optionrationales optionfeedback whywrong whyincorrect whynot rationales distractorrationale distractorrationales distractorreasons wrongexplanations incorrectexplanations',
  references: 'reference documentation source sources link links url',
  domain:
    'category topic subject section tema categoria kategorie thema categorie materia argomento',
  task: '',
  form: '',
  sitting: '',
  reviewed: '',
  shuffle: '',
  id: 'questionid',
  /** What the user leaves out. */
  none: '',
};

export type PartName = keyof typeof names;

const partOf = new Map(
  Object.entries(names).flatMap(([name, others]) =>
    [name, ...others.split(' ')].map((other) => [foldName(other), name as PartName] as const),
  ),
);

/** Columns that are numbered or lettered: `Option 1`, `Choice B`, `C`. */
const numbered: [RegExp, PartName][] = [
  [
    /^(?:(?:answer)?(?:option|choice)|alternativ[ae]|possibleanswer|opcion(?:es)?|opcao|opzione)(\d\d?|[a-z])$/,
    'options',
  ],
  [/^([a-h])$/, 'options'],
  [/^(?:note|rationale|explanation|feedback|why)(\d\d?|[a-z])$/, 'notes'],
  [
    /^(?:answer|option|choice)(\d\d?|[a-z])(?:note|rationale|explanation|feedback|reason)$/,
    'notes',
  ],
  [/^(?:incorrect|wrong)(?:answer|option)?(\d\d?|[a-z])$|^distractor(\d\d?)$/, 'wrong'],
  [/^(?:correct|right)answer(\d\d?)$/, 'key'],
  // These hold the options if no other column does.
  [/^(?:answer|respuesta|antwort|risposta|resposta|reponse)(\d\d?|[a-z])$/, 'answers'],
];

type Column = { name: PartName; index?: number; isExact: boolean };

/** What was found; a file has few names and many records. */
const found = new Map<string, Column | undefined>();

/**
 * The part that a header or key names. `isExact` means it is the name that CertDeck uses. `index` is
 * the number in it: that of "A" is 1.
 */
export const findColumn = (header: string): Column | undefined => {
  if (found.has(header)) return found.get(header);
  const column = readColumn(header);
  if (found.size < 1000) found.set(header, column);
  return column;
};

const readColumn = (header: string): Column | undefined => {
  const key = foldName(header);
  const name = partOf.get(key);
  if (name !== undefined && key !== '') return { name, isExact: name === key };
  for (const [pattern, list] of numbered) {
    const [, one, two] = pattern.exec(key) ?? [];
    const place = one ?? two;
    if (place === undefined) continue;
    const index = /\d/.test(place) ? Number(place) : place.charCodeAt(0) - 96;
    return { name: list, index, isExact: true };
  }
  return undefined;
};

/** What the user says a name is, or the name itself. */
export const nameOf = (header: string, told: Readonly<Record<string, string>> = {}): string =>
  (Object.hasOwn(told, header) && told[header]) || header;

/** The parts of a question other than its texts. */
export const metadataNames = ['domain', 'task', 'form', 'sitting', 'reviewed', 'shuffle'] as const;

/** Reads metadata from texts by name. Invalid values are left out. */
export const readMetadata = (texts: Readonly<Record<string, string | undefined>>): Metadata => ({
  domain: texts.domain || undefined,
  task: texts.task || undefined,
  form: texts.form === '1' ? 1 : texts.form === '2' ? 2 : undefined,
  sitting: texts.sitting === 'only' ? 'only' : undefined,
  reviewed: texts.reviewed || undefined,
  shuffle: /^(?:false|no|0)$/i.test(texts.shuffle ?? '') ? false : undefined,
});
