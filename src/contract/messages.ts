/** What the page says to its worker. */
export const SHELL_QUESTION = 'IS_SHELL_SAVED';
export const TAKE_OVER = 'SKIP_WAITING';
