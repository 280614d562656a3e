/** Markdown as models write it when asked for a guide: prose, lists, code, tables and mathematics, some 12 kB. */
export function longAnswer(sections = 8): string {
  return Array.from({ length: sections }, (_, index) => section(index + 1)).join('\n\n')
}

/** Pieces of about the length a model sends at once. */
export function tokensOf(text: string): string[] {
  return text.match(/[\s\S]{1,4}/g) ?? []
}

function section(number: number): string {
  return [
    `## ${number}. How the orders of month ${number} are counted`,
    `Each order has a **date**, a \`customer\` and a sum; orders that were sent back count *against* the month they were
paid in, never against the month they came back in. See [the handbook](https://example.com/orders#${number}) for the rest.`,
    `1. Take the orders of the month, by the date of payment.
2. Leave out what was cancelled before it was sent:
   - by the customer, within two days;
   - by the shop, because nothing was left.
3. Subtract what came back, and divide by $n_{${number}}$.`,
    `\`\`\`typescript\n${code(number)}\n\`\`\``,
    `The mean and its spread are then\n\n$$\n\\bar{x}_{${number}} = \\frac{1}{n}\\sum_{i=1}^{n} x_i, \\qquad \\sigma^2 = \\frac{1}{n-1}\\sum_{i=1}^{n}(x_i - \\bar{x})^2\n$$`,
    `| Week | Orders | Sent back | Sum | Remark |\n| --- | --: | --: | --: | --- |\n${rows(number)}`,
    `> The last week is short: a month does not end on a Sunday.`,
  ].join('\n\n')
}

function code(number: number): string {
  return `interface Order {
  paidAt: Date
  sum: number
  state: 'sent' | 'cancelled' | 'returned'
}

/** What month ${number} brought, without what came back. */
export function countMonth(orders: readonly Order[]): { count: number; sum: number } {
  const paid = orders.filter(({ paidAt, state }) => paidAt.getMonth() === ${number - 1} && state !== 'cancelled')
  const returned = paid.filter(({ state }) => state === 'returned')
  const sum = paid.reduce((total, order) => total + order.sum, 0)
  return { count: paid.length - returned.length, sum: Math.round(sum * 100) / 100 }
}`
}

function rows(number: number): string {
  return Array.from({ length: 6 }, (_, week) => {
    const orders = 120 + ((number * 37 + week * 53) % 90)
    return `| ${week + 1} | ${orders} | ${orders % 7} | ${(orders * 18.4).toFixed(2)} | ${week % 2 ? 'as expected' : 'holidays nearby'} |`
  }).join('\n')
}
