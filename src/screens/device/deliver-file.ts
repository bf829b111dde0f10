type Delivered = 'shared' | 'downloaded' | 'declined';

/** What is said of it. */
export const deliveredText: Record<Delivered, string> = {
  downloaded: 'Saved to your downloads.',
  shared: 'Shared.',
  declined: 'Not exported.',
};

/** Some browsers start a download long after the tap. In milliseconds. */
const UNTIL_FETCHED = 60_000;

const download = (file: File) => {
  const url = URL.createObjectURL(file);
  const link = Object.assign(document.createElement('a'), { href: url, download: file.name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), UNTIL_FETCHED);
};

/**
 * Shares the file if possible, else downloads it, and resolves to which; 'declined' if the learner
 * cancels. An installed app on iOS would open a download link with no way back.
 */
export const deliverFile = async (file: File): Promise<Delivered> => {
  const shared = { files: [file] };
  try {
    if (navigator.canShare?.(shared)) {
      await navigator.share(shared);
      return 'shared';
    }
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return 'declined';
    // Sharing may refuse the file type, or a tap that was too long ago.
  }
  download(file);
  return 'downloaded';
};
