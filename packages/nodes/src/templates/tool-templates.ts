import type { ToolTemplate } from './outline.ts'

/** Custom tools to start from. Their code runs in the sandbox, where `fetch` and the `$` inputs are there. */
export const toolTemplates: readonly ToolTemplate[] = [
  {
    id: 'tool-weather',
    name: 'get_weather',
    description: 'Says what the weather is like at a place now.',
    usecases: ['Web'],
    color: 'linear-gradient(rgb(14,116,144), rgb(30,64,175))',
    schema: [
      { property: 'latitude', description: 'Latitude of the place', type: 'number', required: true },
      { property: 'longitude', description: 'Longitude of the place', type: 'number', required: true },
    ],
    func: `const address = \`https://api.open-meteo.com/v1/forecast?latitude=\${$latitude}&longitude=\${$longitude}&current=temperature_2m,wind_speed_10m,precipitation&timezone=auto\`;
const answer = await fetch(address);
if (!answer.ok) return \`The weather service answered \${answer.status}.\`;
const { current } = await answer.json();
return JSON.stringify(current);`,
  },
  {
    id: 'tool-currency',
    name: 'convert_currency',
    description: 'Converts an amount of money from one currency into another at the rate of today.',
    usecases: ['Data'],
    color: 'linear-gradient(rgb(21,128,61), rgb(22,101,52))',
    schema: [
      { property: 'amount', description: 'How much', type: 'number', required: true },
      { property: 'from', description: 'Three letters, for example EUR', type: 'string', required: true },
      { property: 'to', description: 'Three letters, for example USD', type: 'string', required: true },
    ],
    func: `const from = encodeURIComponent($from.toUpperCase());
const to = encodeURIComponent($to.toUpperCase());
const answer = await fetch(\`https://api.frankfurter.dev/v1/latest?base=\${from}&symbols=\${to}\`);
if (!answer.ok) return \`One of \${from} and \${to} is not a currency the service knows.\`;
const { rates, date } = await answer.json();
return \`\${$amount} \${from} are \${($amount * rates[to]).toFixed(2)} \${to} (rate of \${date}).\`;`,
  },
  {
    id: 'tool-wikipedia',
    name: 'wikipedia_summary',
    description: 'Gives the first paragraph of the Wikipedia article with a title.',
    usecases: ['Web'],
    color: 'linear-gradient(rgb(71,85,105), rgb(30,41,59))',
    schema: [{ property: 'title', description: 'The title of the article', type: 'string', required: true }],
    func: `const title = encodeURIComponent($title.trim().replaceAll(' ', '_'));
const answer = await fetch(\`https://en.wikipedia.org/api/rest_v1/page/summary/\${title}\`);
if (answer.status === 404) return 'There is no article with this title.';
const { extract, content_urls } = await answer.json();
return \`\${extract}\\n\\nSource: \${content_urls.desktop.page}\`;`,
  },
  {
    id: 'tool-webhook',
    name: 'send_to_webhook',
    description: 'Sends a message to a webhook, for example of a chat room. Write its address into the code first.',
    usecases: ['Messages'],
    color: 'linear-gradient(rgb(124,58,237), rgb(91,33,182))',
    schema: [{ property: 'message', description: 'What to send', type: 'string', required: true }],
    func: `const webhook = 'https://example.com/your-webhook';
const answer = await fetch(webhook, {
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify({ text: $message, content: $message }),
});
return answer.ok ? 'Sent.' : \`The webhook answered \${answer.status}.\`;`,
  },
  {
    id: 'tool-random',
    name: 'throw_dice',
    description: 'Throws dice and says each result and the sum.',
    usecases: ['Fun'],
    color: 'linear-gradient(rgb(180,83,9), rgb(146,64,14))',
    schema: [
      { property: 'count', description: 'How many dice', type: 'number', required: true },
      { property: 'sides', description: 'How many sides each has', type: 'number', required: true },
    ],
    func: `const count = Math.min(100, Math.max(1, Math.round($count)));
const results = Array.from({ length: count }, () => 1 + Math.floor(Math.random() * $sides));
return \`\${results.join(', ')} (sum \${results.reduce((sum, each) => sum + each, 0)})\`;`,
  },
]
