import { errorTable, streamEvents, type Route } from '@chatwright/contract'
import { createProgram } from '../src/cli.ts'
import { LONGEST_WINDOW_SECONDS } from '../src/asking/webhooks/read-webhook.ts'
import { MAX_OPEN_VALUES, MAX_VALUES } from '../src/door/http/read-json.ts'
import { MOST_RAW_BYTES } from '../src/door/http/register-routes.ts'
import { describeSettings } from '../src/ground/config/config.ts'
import { MAX_REDIRECTS } from '../src/guards/outbound/redirect.ts'

// The pages of docs/reference, written from what the server itself goes by.

const WRITTEN = '<!-- Written by `npm run surface` from the code. Change it there. -->'

export function environmentPage(): string {
  const settings = describeSettings()
  const older = settings.flatMap(({ name, older: names }) => names.map((each) => [`\`${each}\``, `\`${name}\``]))
  return page('Environment', [
    'Every setting of the server is an environment variable. The server checks them all at the start and lists every problem.',
    'A size is a number with `kb`, `mb` or `gb`.',
    table(
      ['Name', 'Default', 'Meaning'],
      settings.map(({ name, meaning, fallback }) => [`\`${name}\``, writeDefault(fallback), meaning]),
    ),
    '## Names from Flowise',
    'These names work too, and so do the `DATABASE_…`, `REDIS_…` and `SECRETKEY_PATH` settings of Flowise.',
    table(['Name in Flowise', 'Name here'], older),
  ])
}

export function commandsPage(): string {
  const program = createProgram()
  const sections = program.commands.flatMap((command) => {
    const names = command.registeredArguments.map((each) => (each.required ? `<${each.name()}>` : `[${each.name()}]`))
    const rows = [
      ...command.registeredArguments.map((each) => [`\`${each.name()}\``, each.description]),
      ...command.options.map(({ flags, description, argChoices }) => [
        `\`${flags}\``,
        description + (argChoices ? `: ${argChoices.map((choice) => `\`${choice}\``).join(', ')}` : ''),
      ]),
    ].map(([name = '', meaning = '']) => [name, sentence(meaning)])
    return [
      `## ${command.name()}`,
      `\`chatwright ${[command.name(), ...names].join(' ')}\``,
      sentence(command.description()),
      ...(rows.length > 0 ? [table(['Argument', 'Meaning'], rows)] : []),
    ]
  })
  return page('Command line', [
    'Commands read the same [environment](environment.md) as the server. Without a command, `chatwright` starts the server.',
    ...sections,
  ])
}

export function errorsPage(): string {
  const rows = Object.entries(errorTable).map(([code, { status, message }]) => [`\`${code}\``, String(status), message])
  return page('Error codes', [
    'An error has the same shape on every route: `code`, `message`, `details` and `requestId`. `error` repeats the message for older clients. Use the code in programs, because messages can change. `details` names the node, the field or the object, where there is one.',
    table(['Code', 'Status', 'Message'], rows.toSorted(byFirst)),
  ])
}

export function eventsPage(): string {
  return page('Streaming events', [
    'With `"streaming": true`, `POST /api/v1/prediction/:id` answers with server-sent events. Each one is a JSON document with `event` and `data`. Lines that begin with a colon are heartbeats. Send the last `id` as `Last-Event-ID` to [resume](../api-and-embed.md) a stream.',
    table(
      ['Event', 'Meaning'],
      Object.entries(streamEvents).map(([name, meaning]) => [`\`${name}\``, meaning]),
    ),
  ])
}

export function limitsPage(): string {
  const set = describeSettings().filter(({ name, fallback }) => typeof fallback === 'number' && name !== 'PORT')
  return page('Limits', [
    'An operator can change these limits in the [environment](environment.md).',
    table(
      ['Setting', 'Default', 'Meaning'],
      set.map(({ name, meaning, fallback }) => [`\`${name}\``, writeDefault(fallback), meaning]),
    ),
    '## Fixed limits',
    table(
      ['Limit', 'Value'],
      [
        ['Values in a JSON request of the owner', String(MAX_VALUES)],
        ['Values in a JSON request of a visitor', String(MAX_OPEN_VALUES)],
        ['Body of a webhook request', writeDefault(MOST_RAW_BYTES).replaceAll('`', '')],
        ['Longest validity of a webhook signature, in seconds', String(LONGEST_WINDOW_SECONDS)],
        ['Redirects that a request from a flow follows', String(MAX_REDIRECTS)],
      ],
    ),
  ])
}

export function routesPage(routes: readonly Route[]): string {
  const tags = [...new Set(routes.map(({ tag }) => tag))].toSorted()
  const sections = tags.flatMap((tag) => [
    `## ${tag}`,
    table(
      ['Route', 'Access', 'Summary'],
      routes
        .filter((route) => route.tag === tag)
        .toSorted((one, other) => byFirst([one.path, one.method], [other.path, other.method]))
        .map(({ method, base, path, access, right, summary }) => [
          `\`${method} ${base}${path}\``,
          right === undefined ? access : `${access}, \`${right}\``,
          summary,
        ]),
    ),
  ])
  return page('HTTP API', [
    'The server describes the same routes as OpenAPI at `/api/v1/openapi.json`, with the shape of each request and response. [Error codes](errors.md) lists what a route can refuse with.',
    '`public` routes are open to everyone. `flow` routes follow the access of the flow: its API key, origins and rate limit. `owner` routes need the login or an API key with full access; where a right is named, an API key with that right is enough.',
    ...sections,
  ])
}

function page(title: string, parts: readonly string[]): string {
  return `${[WRITTEN, `# ${title}`, ...parts].join('\n\n')}\n`
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.:]$/.test(text) ? '' : '.'}`
}

function writeDefault(value: unknown): string {
  if (value === undefined || (Array.isArray(value) && value.length === 0)) return '–'
  if (typeof value !== 'number') return typeof value === 'string' ? `\`${value}\`` : '–'
  for (const [unit, bytes] of [
    ['gb', 1024 ** 3],
    ['mb', 1024 ** 2],
  ] as const) {
    if (value >= bytes && value % bytes === 0) return `\`${value / bytes}${unit}\``
  }
  return `\`${value}\``
}

function byFirst(one: readonly string[], other: readonly string[]): number {
  return one.join(' ') < other.join(' ') ? -1 : 1
}
