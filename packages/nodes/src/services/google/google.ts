import { NodeError, type CredentialValues, type ConnectionSettings } from '@chatwright/core'

/** What a Google connection may be allowed to do, in words. */
export const GOOGLE_ACCESS = [
  { label: 'Google Sheets: read and change spreadsheets', name: 'sheets', scopes: ['spreadsheets', 'drive.readonly'] },
  { label: 'Gmail: read, send and label mail', name: 'gmail', scopes: ['gmail.modify'] },
  { label: 'Google Drive: read and change all files', name: 'drive', scopes: ['drive'] },
  { label: 'Google Docs: read and change documents', name: 'docs', scopes: ['documents', 'drive.readonly'] },
  { label: 'Google Calendar: read and change events', name: 'calendar', scopes: ['calendar'] },
  { label: 'Vertex AI: use models', name: 'vertex', scopes: ['cloud-platform'] },
] as const

const ADDRESS = 'https://www.googleapis.com/auth/'
export const GOOGLE_HOSTS = ['googleapis.com']

/** The scopes behind what was chosen; all of them where nothing was. */
export function googleScopes(chosen: string | undefined): string[] {
  const names = chosen?.trim() ? chosen : GOOGLE_ACCESS.map(({ name }) => name).join(',')
  const wanted = GOOGLE_ACCESS.filter(({ name }) => names.includes(name))
  return [...new Set(wanted.flatMap(({ scopes }) => scopes.map((scope) => `${ADDRESS}${scope}`)))]
}

export const GOOGLE_CREDENTIALS = ['googleOAuth2', 'googleServiceAccount'] as const

interface AccountKey {
  client_email?: unknown
  private_key?: unknown
  private_key_id?: unknown
  token_uri?: unknown
}

/** The key of a service account, as Google's console gives it in a file. */
export function serviceAccountSettings(values: CredentialValues): ConnectionSettings {
  const key = readKey(values['serviceAccountKey'])
  const { client_email: email, private_key: privateKey, private_key_id: keyId } = key
  if (typeof email !== 'string' || typeof privateKey !== 'string') throw notAKey()
  return {
    grant: 'service-account',
    tokenUrl: 'https://oauth2.googleapis.com/token',
    scopes: googleScopes(values['access']),
    hosts: GOOGLE_HOSTS,
    account: {
      email,
      privateKey,
      ...(typeof keyId === 'string' && { keyId }),
      ...(values['subject'] && { subject: values['subject'] }),
    },
  }
}

function readKey(text: string | undefined): AccountKey {
  try {
    return JSON.parse(text ?? '') as AccountKey
  } catch (cause) {
    throw notAKey(cause)
  }
}

function notAKey(cause?: unknown): NodeError {
  return new NodeError("The service account key isn't one.", {
    code: 'wrong-credential',
    hint: 'Paste the whole JSON file that the Google Cloud console created for the key.',
    cause,
  })
}
