import { hearers, isHearer, isSpeaker, speakers, type SpeechProvider } from '@chatwright/core'
import type { Row } from '../database/backup-file.ts'
import { activeProvider } from '../../flows/flows/speech-settings.ts'

/** Why questions cannot be spoken to a flow that was brought in, or its answers not be heard. */
export function speechNotes(row: Row, credentials: ReadonlySet<string>): string[] {
  return [
    ...noteOf(row['speech_to_text'], {
      credentials,
      find: (name) => (isHearer(name) ? hearers[name] : undefined),
      what: 'Speech to text',
      until: 'the microphone is hidden',
    }),
    ...noteOf(row['text_to_speech'], {
      credentials,
      find: (name) => (isSpeaker(name) ? speakers[name] : undefined),
      what: 'Text to speech',
      until: "answers aren't read aloud",
    }),
  ]
}

interface Speech {
  credentials: ReadonlySet<string>
  find: (name: string) => SpeechProvider | undefined
  what: string
  until: string
}

function noteOf(column: unknown, { credentials, find, what, until }: Speech): string[] {
  const active = activeProvider(typeof column === 'string' ? column : null)
  if (!active) return []
  const provider = find(active.name)
  if (!provider) {
    return [
      `${what} uses a provider that isn't available here (${active.name}). Until you choose another one in its settings, ${until}.`,
    ]
  }
  const lacksCredential =
    active.credentialId === undefined ? provider.needs.includes('credentialId') : !credentials.has(active.credentialId)
  return lacksCredential
    ? [`${what} with ${provider.label} needs a credential. Until you choose one in its settings, ${until}.`]
    : []
}
