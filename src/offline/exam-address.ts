import type { ExamKey } from '#contract/caches.ts';

const decode = (segment: string) => {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
};

/** The exam that a question's or an image's address belongs to. Undefined for other addresses. */
export const examOfAddress = (address: string): ExamKey | undefined => {
  const { origin, pathname, searchParams } = new URL(address);
  const call = /^(.*)\/api\/question$/.exec(pathname);
  if (call) {
    const providerId = searchParams.get('provider');
    const examId = searchParams.get('examName');
    return providerId && examId ? { apiUrl: origin + call[1], providerId, examId } : undefined;
  }
  const image = /^(.*)\/images\/([^/]+)\/([^/]+)\/[^/]+\/[^/]+$/.exec(pathname);
  if (!image?.[2] || !image[3]) return undefined;
  return { apiUrl: origin + image[1], providerId: decode(image[2]), examId: decode(image[3]) };
};
