import type { ToolTemplate } from './outline.ts'

/** Custom tools to start from. Their code runs in the sandbox, where `fetch` and the `$` inputs are there. */
export const toolTemplates: readonly ToolTemplate[] = [
  {
    id: 'tool-weather',
    name: 'get_weather',
    description: 'Returns the current weather at a place.',
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
    description: "Converts an amount from one currency to another at today's rate.",
    usecases: ['Data'],
    color: 'linear-gradient(rgb(21,128,61), rgb(22,101,52))',
    schema: [
      { property: 'amount', description: 'The amount', type: 'number', required: true },
      { property: 'from', description: 'A three-letter code such as EUR', type: 'string', required: true },
      { property: 'to', description: 'A three-letter code such as USD', type: 'string', required: true },
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
    description: 'Returns the first paragraph of a Wikipedia article.',
    usecases: ['Web'],
    color: 'linear-gradient(rgb(71,85,105), rgb(30,41,59))',
    schema: [{ property: 'title', description: "The article's title", type: 'string', required: true }],
    func: `const title = encodeURIComponent($title.trim().replaceAll(' ', '_'));
const answer = await fetch(\`https://en.wikipedia.org/api/rest_v1/page/summary/\${title}\`);
if (answer.status === 404) return 'There is no article with this title.';
const { extract, content_urls } = await answer.json();
return \`\${extract}\\n\\nSource: \${content_urls.desktop.page}\`;`,
  },
  {
    id: 'tool-webhook',
    name: 'send_to_webhook',
    description: "Sends a message to a webhook, such as a chat room's. Add the webhook's URL to the code first.",
    usecases: ['Messages'],
    color: 'linear-gradient(rgb(124,58,237), rgb(91,33,182))',
    schema: [{ property: 'message', description: 'The message', type: 'string', required: true }],
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
    description: 'Rolls dice and returns each result and the sum.',
    usecases: ['Fun'],
    color: 'linear-gradient(rgb(180,83,9), rgb(146,64,14))',
    schema: [
      { property: 'count', description: 'The number of dice', type: 'number', required: true },
      { property: 'sides', description: 'The number of sides', type: 'number', required: true },
    ],
    func: `const count = Math.min(100, Math.max(1, Math.round($count)));
const results = Array.from({ length: count }, () => 1 + Math.floor(Math.random() * $sides));
return \`\${results.join(', ')} (sum \${results.reduce((sum, each) => sum + each, 0)})\`;`,
  },
  {
    id: 'tool-dates',
    name: 'days_between',
    description: 'Counts the days between two dates and returns their weekdays.',
    usecases: ['Data'],
    color: 'linear-gradient(rgb(190,24,93), rgb(131,24,67))',
    schema: [
      { property: 'from', description: 'The first date, such as 2026-01-31', type: 'string', required: true },
      { property: 'to', description: 'The second date, such as 2026-12-24', type: 'string', required: true },
    ],
    func: `const days = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const [from, to] = [new Date($from), new Date($to)];
if (Number.isNaN(from.getTime()) || Number.isNaN(to.getTime())) return 'Write both dates as 2026-01-31.';
const count = Math.round((to - from) / 86400000);
return \`\${count} days, from a \${days[from.getUTCDay()]} to a \${days[to.getUTCDay()]}.\`;`,
  },
  {
    id: 'tool-json-rows',
    name: 'summarise_rows',
    description: 'Summarizes a column of JSON rows: count, sum, average, minimum and maximum.',
    usecases: ['Data'],
    color: 'linear-gradient(rgb(8,145,178), rgb(21,94,117))',
    schema: [
      { property: 'rows', description: 'A JSON list of objects', type: 'string', required: true },
      { property: 'column', description: 'The field to summarize', type: 'string', required: true },
    ],
    func: `let rows;
try { rows = JSON.parse($rows); } catch { return 'The rows are not JSON.'; }
const values = rows.map((row) => Number(row[$column])).filter(Number.isFinite);
if (values.length === 0) return \`No row has a number in "\${$column}".\`;
const sum = values.reduce((total, value) => total + value, 0);
return JSON.stringify({
  count: values.length, sum, average: sum / values.length, smallest: Math.min(...values), largest: Math.max(...values),
});`,
  },
]
