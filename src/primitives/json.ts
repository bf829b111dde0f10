/** Undefined if the text is not JSON, which can't contain undefined itself. */
export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
