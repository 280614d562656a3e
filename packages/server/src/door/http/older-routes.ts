import { API_BASE, AppError } from '@chatwright/contract'

/** Addresses of the older product that are not served here: why, and what there is instead. */
export const olderRoutes: Readonly<Record<string, string>> = {
  'agentflowv2-generator':
    'Let a model build flows over MCP (POST /mcp with a key that builds), or begin with a template: GET /marketplaces/templates.',
  account: oneLogin(),
  assistants:
    'Assistants are not available here. Build a flow with a Tool Agent, and ask it with POST /prediction/:id.',
  audit: oneLogin(),
  auth: oneLogin(),
  'chatflows/has-changed': 'Send `version` with PUT /chatflows/:id: a save that comes too late is answered with 409.',
  datasets:
    'Datasets are read here. Change the test sets behind them: POST /tests, and POST /tests/:id/cases for their questions.',
  evaluations:
    'Evaluations are read here. Start one with POST /comparisons, or run a test case: POST /tests/:id/cases/:caseId/run.',
  evaluators: 'The checks of a test case judge an answer: GET /tests/:id/cases.',
  ip: 'Set TRUSTED_PROXIES to the number of proxies in front of this server.',
  'load-prompt': 'Prompts are not loaded from a hub here. Type the prompt into the node.',
  loginmethod: oneLogin(),
  logs: 'Logs are written to the output of the server, one JSON object a line.',
  'marketplaces/custom':
    'A template of your own is a flow here: duplicate it, or export and import it. GET /marketplaces/templates lists the others.',
  'nvidia-nim': 'Models are not started from here. Start one yourself, and give its address to ChatOpenAI Custom.',
  'oauth2-credential': 'Credentials with a sign-in elsewhere are not here. Make a credential with a key or token.',
  'openai-assistants': assistantsOfVendors(),
  'openai-assistants-file': assistantsOfVendors(),
  'openai-assistants-vector-store': assistantsOfVendors(),
  'openai-realtime': 'Spoken conversations in real time are not here. Ask with POST /prediction/:id.',
  organization: oneLogin(),
  organizationuser: oneLogin(),
  pricing: 'Nothing is sold here.',
  'prompts-list': 'Prompts are not loaded from a hub here. Type the prompt into the node.',
  role: oneLogin(),
  settings: 'There are no settings to read. GET /version says what this server is.',
  user: oneLogin(),
  'webhook-listener': 'Send a delivery by hand instead: POST /chatflows/:id/webhook/deliveries.',
  workspace: oneLogin(),
  workspaceuser: oneLogin(),
}

/** The answer to an address that nothing is served at. */
export function notHere(url: string): AppError {
  const message = whatToUseInstead(url)
  return message === undefined ? new AppError('not-found') : new AppError('not-found', undefined, { message })
}

/** The sentence for an address of the older product, and undefined for any other. */
export function whatToUseInstead(url: string): string | undefined {
  const [path = ''] = url.split('?')
  if (!path.startsWith(`${API_BASE}/`)) return undefined
  const [first = '', second = ''] = path.slice(API_BASE.length + 1).split('/')
  return (
    sentence(`${first}/${second}`) ??
    sentence(first) ??
    (first === 'credentials' && path.endsWith('/reveal') ? SECRETS_STAY : undefined)
  )
}

const SECRETS_STAY = 'Secrets are never shown again. Type the value in once more where you need it.'

function sentence(place: string): string | undefined {
  return Object.hasOwn(olderRoutes, place) ? olderRoutes[place] : undefined
}

function oneLogin(): string {
  return 'There is one login here, set with CHATWRIGHT_USERNAME and CHATWRIGHT_PASSWORD, and API keys for programs.'
}

function assistantsOfVendors(): string {
  return 'Assistants of a provider are not available here. Build a flow with a Tool Agent instead.'
}
