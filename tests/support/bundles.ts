import { createHash } from 'node:crypto';
import { questionAddress, questionsAddress } from '#contract/addresses.ts';
import type { BundledImage, ExamBundle, ExamDetail, QuestionAnswer } from '#contract/wire.ts';

type Handler = (request: Request) => Response | Promise<Response>;

const isBundleCall = ({ url }: Request) => new URL(url).pathname === '/api/exam';

/** An API without the optional bundles. */
export const withoutBundles =
  (handle: Handler): Handler =>
  (request) =>
    isBundleCall(request)
      ? Response.json({ error: 'No such address.' }, { status: 404 })
      : handle(request);

/** Images up to this size come inside the bundle. In bytes. */
const LARGEST_INSIDE = 50_000;

/** An API that also bundles each exam from its own single answers. */
export const withBundles =
  (handle: Handler): Handler =>
  async (request) => {
    if (!isBundleCall(request)) return handle(request);
    const { origin, searchParams } = new URL(request.url);
    const providerId = searchParams.get('providerId') ?? '';
    const examId = searchParams.get('examId') ?? '';
    const ask = async (address: string) => handle(new Request(address));
    const listed = await ask(questionsAddress(origin, providerId, examId));
    if (listed.status !== 200) return listed;
    const exam = (await listed.json()) as ExamDetail;
    const bundle: ExamBundle = { exam, questions: [], images: [] };
    for (const id of exam.questionIds) {
      const address = questionAddress(origin, providerId, examId, id);
      const answer = (await (await ask(address)).json()) as QuestionAnswer;
      bundle.questions.push({ id, answer });
      for (const path of answer.images) {
        const file = path.slice(path.lastIndexOf('/') + 1);
        const segments = [providerId, examId, id, file].map(encodeURIComponent).join('/');
        const image = await ask(`${origin}/images/${segments}`);
        if (image.status !== 200) continue;
        const bytes = Buffer.from(await image.arrayBuffer());
        const type = image.headers.get('content-type') ?? '';
        const described: BundledImage = { questionId: id, file, type, bytes: bytes.length };
        const isInside = bytes.length <= LARGEST_INSIDE;
        bundle.images.push(isInside ? { ...described, data: bytes.toString('base64') } : described);
      }
    }
    const text = JSON.stringify(bundle);
    const etag = `"${createHash('sha256').update(text).digest('hex').slice(0, 16)}"`;
    const headers = { etag, 'cache-control': 'no-cache', 'content-type': 'application/json' };
    return request.headers.get('if-none-match') === etag
      ? new Response(null, { status: 304, headers })
      : new Response(text, { headers });
  };
