/** Actions that have a verb of their own. All others are made, changed or deleted by their method. */
const VERBS = {
  'POST /chatflows/:id/versions/:version/publish': 'published',
  'POST /chatflows/:id/versions/:version/restore': 'restored',
  'POST /people': 'invited',
  'POST /people/:id/link': 'linked',
  'DELETE /people/:id/sign-ins': 'signedOutOther',
  'POST /sign-in': 'signedIn',
  'POST /sign-out': 'signedOut',
  'PUT /profile/password': 'password',
  'POST /password-links/use': 'password',
  'POST /waits/:id/decision': 'decided',
  'POST /waits/:id/cancel': 'canceled',
  'GET /database/export': 'exported',
  'GET /export-import/export': 'exported',
  'POST /export-import/export': 'exported',
  'POST /export-import/chatflow-messages': 'exported',
  'GET /audit/export': 'exported',
  'GET /runs/:id/recording': 'exported',
  'GET /tests/:id/csv': 'exported',
  'GET /tests/:id/file': 'exported',
  'POST /database/load': 'imported',
  'POST /export-import/import': 'imported',
  'GET /runs/:id/calls/:seq': 'revealed',
  'GET /credentials/:id': 'opened',
} as const

const METHODS = { POST: 'created', PUT: 'changed', PATCH: 'changed', DELETE: 'deleted', GET: 'opened' } as const

/** What the first word of a route's path is about. */
const THINGS = {
  chatflows: 'flow',
  'mcp-server': 'mcp',
  credentials: 'credential',
  tools: 'tool',
  variables: 'variable',
  apikey: 'key',
  people: 'person',
  channels: 'channel',
  tests: 'tests',
  'document-store': 'knowledge',
  'custom-mcp-servers': 'server',
  executions: 'run',
  runs: 'run',
  waits: 'wait',
  limits: 'limit',
  prices: 'price',
  triggers: 'trigger',
  notices: 'notice',
  comparisons: 'comparison',
  database: 'database',
  'export-import': 'data',
  audit: 'audit',
  'sign-ins': 'signIns',
  retention: 'retention',
  profile: 'profile',
} as const

type Verb = (typeof VERBS)[keyof typeof VERBS] | (typeof METHODS)[keyof typeof METHODS]
type Thing = (typeof THINGS)[keyof typeof THINGS] | 'other'

/** The words of an entry, to be put into a sentence of either language. */
export function wordsOf(action: string): { verb: Verb; thing: Thing } {
  const [method = '', path = ''] = action.split(' ')
  const first = path.split('/')[1] ?? ''
  return {
    verb:
      action in VERBS ? VERBS[action as keyof typeof VERBS] : (METHODS[method as keyof typeof METHODS] ?? 'changed'),
    thing: first in THINGS ? THINGS[first as keyof typeof THINGS] : 'other',
  }
}
