/** A question of the bank for home, in the page itself; a test compares it with the bank. */
export const sample = {
  providerId: 'AWS',
  examId: 'AWS Certified Cloud Practitioner (CLF-C02)',
  stem: 'The head of a laboratory wants an email as soon as the forecast cost of the current month goes beyond an amount that she has set herself. Which AWS tool should be used?',
  options: [
    {
      text: 'AWS Cost Explorer',
      note: 'AWS Cost Explorer charts past costs and a forecast, but sends no email.',
    },
    {
      text: 'AWS Pricing Calculator',
      note: 'AWS Pricing Calculator estimates a planned design, not what an account spends.',
    },
    {
      text: 'AWS Budgets',
      note: 'AWS Budgets compares the forecast with her amount and sends an email when it is higher.',
    },
    {
      text: 'AWS Compute Optimizer',
      note: 'AWS Compute Optimizer recommends resources that fit a load, not a budget.',
    },
  ],
  answer: 2,
};
