/** Tells runs apart on this device; nobody else ever sees it. */
export const newRunId = () => `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;
