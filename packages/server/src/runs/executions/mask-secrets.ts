import { isSecretName, parseJson } from '@chatwright/core'

const MASK = '•••'

/** Ids of credentials, code, and the name of a wait, which belongs to whoever decides it. */
const LEFT_OUT: ReadonlySet<string> = new Set(['FLOWISE_CREDENTIAL_ID', 'credential', 'humanInputAction', 'code'])

/** Whatever holds text, as strangers may read it: without ids of credentials, and with what is named or written like a secret masked. */
export function maskSecrets(value: unknown): unknown {
  return mask(value, 0)
}

/** Steps hand each other JSON as text; a text within a text within a text, twenty times over, is read through as often. */
const MOST_TEXTS = 5

/** `texts` counts those around it whose JSON was read. What holds nothing to mask is given back as it is: a copy of it takes longer than the look. */
function mask(value: unknown, texts: number): unknown {
  if (typeof value === 'string') return maskText(value, texts)
  if (Array.isArray(value)) {
    const items = value.map((item) => mask(item, texts))
    return items.some((item, at) => item !== value[at]) ? items : value
  }
  if (typeof value !== 'object' || value === null) return value
  const all = Object.entries(value)
  const entries = all.filter(([key]) => !LEFT_OUT.has(key))
  const named = entries.find(([key, name]) => ROW_NAMES.has(key) && typeof name === 'string')?.[1] as string | undefined
  const isSecretRow = named !== undefined && isSecretName(named)
  let isSame = entries.length === all.length
  const masked = entries.map(([key, entry]): [string, unknown] => {
    const isSecret = isSecretName(key) || (isSecretRow && key === 'value')
    const shown = isSecret && isText(entry) ? MASK : mask(entry, texts)
    isSame &&= shown === entry
    return [key, shown]
  })
  return isSame ? value : Object.fromEntries(masked)
}

/** Headers and settings also come as rows of a name and a value. */
const ROW_NAMES: ReadonlySet<string> = new Set(['key', 'name'])

function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== ''
}

function maskText(text: string, texts: number): string {
  const json = texts < MOST_TEXTS ? maskJson(text, texts + 1) : undefined
  if (json !== undefined) return json
  return text
    .replaceAll(/\b(Bearer|Basic) [\w.~+/=-]{8,}/gi, `$1 ${MASK}`)
    .replaceAll(/([?&][\w-]{0,40}(?:key|token|secret|password)=)[^&\s"'<>]+/gi, `$1${MASK}`)
    .replaceAll(/:\/\/[^\s/:@]{1,200}:[^\s/@]{1,200}@/g, `://${MASK}@`)
}

/** What a step was given or gave is often the text of JSON. */
function maskJson(text: string, texts: number): string | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined
  try {
    const value = parseJson(text)
    const masked = mask(value, texts)
    return masked === value ? undefined : JSON.stringify(masked)
  } catch {
    return undefined
  }
}
