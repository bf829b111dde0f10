/** '1 day', '3 days'; without any, '0 days'. */
export const counted = (count: number, thing: string) =>
  `${count} ${count === 1 ? thing : `${thing}s`}`;
