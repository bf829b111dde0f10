/** '1 day', '3 days', '2,000 days'; without any, '0 days'. */
export const counted = (count: number, thing: string) =>
  `${count.toLocaleString('en')} ${count === 1 ? thing : `${thing}s`}`;
