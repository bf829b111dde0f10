/** What stands after the last slash of a path. */
export const lastSegment = (path: string) => path.slice(path.lastIndexOf('/') + 1);
