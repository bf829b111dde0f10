/** A question of the bank for home, in the page itself; a test compares it with the bank. */
export const sample = {
  providerId: 'AWS',
  examId: 'AWS Certified Cloud Practitioner (CLF-C02)',
  stem: 'The head of a laboratory wants an email as soon as the forecast cost of the current month goes beyond an amount that she has set herself. Which AWS tool should be used?',
  options: [
    {
      text: 'AWS Cost Explorer',
      note: 'Cost Explorer shows charts of past cost and a forecast to look at, but it does not compare them with her limit and send her an alert.',
    },
    {
      text: 'AWS Pricing Calculator',
      note: 'The calculator estimates the cost of a planned architecture. It does not watch what an account spends.',
    },
    {
      text: 'AWS Budgets',
      note: 'A budget compares actual or forecast cost with a set amount and sends an alert when the threshold is passed.',
    },
    {
      text: 'AWS Compute Optimizer',
      note: 'Compute Optimizer recommends better-fitting resources. It knows neither her limit nor the forecast for the month.',
    },
  ],
  answer: 2,
};
