/** A strong ETag, quotes included: equal for equal bytes, different for different ones. */
export async function tagContent(content: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', content));
  const base64 = btoa(String.fromCharCode(...digest));
  return `"${base64.replaceAll('+', '-').replaceAll('/', '_').replace('=', '')}"`;
}

/**
 * Whether an If-None-Match header (a list, weak forms, or `*`) names the ETag. The comparison is
 * the weak one, as RFC 9110 asks for here: `W/"a"` stands for `"a"`.
 */
export function matchesTag(header: string | null | undefined, etag: string): boolean {
  if (!header) return false;
  if (header.trim() === '*') return true;
  const tags: string[] = header.match(/"[^"]*"/g) ?? [];
  return tags.includes(etag);
}
