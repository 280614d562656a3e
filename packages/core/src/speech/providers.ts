/** What can be set up for a provider of speech, by the names in which flows store it. */
export type SpeechField = 'credentialId' | 'baseUrl' | 'model' | 'language' | 'voice'

export interface SpeechProvider {
  label: string
  /** The kind of credential it takes. */
  credential: string
  /** Without these it is as good as off. */
  needs: readonly SpeechField[]
  /** What else can be set up. */
  takes: readonly SpeechField[]
  /** How it writes a language. */
  language?: 'en' | 'en-US'
}

/** Who turns recordings into text, as flows of the older product name them. */
export const hearers = {
  openAIWhisper: {
    label: 'OpenAI',
    credential: 'openAIApi',
    needs: ['credentialId'],
    takes: ['baseUrl', 'model', 'language'],
    language: 'en',
  },
  groqWhisper: {
    label: 'Groq',
    credential: 'groqApi',
    needs: ['credentialId'],
    takes: ['model', 'language'],
    language: 'en',
  },
  assemblyAiTranscribe: {
    label: 'AssemblyAI',
    credential: 'assemblyAIApi',
    needs: ['credentialId'],
    takes: ['language'],
    language: 'en',
  },
  azureCognitive: {
    label: 'Azure Speech',
    credential: 'azureCognitiveServices',
    needs: ['credentialId'],
    takes: ['language'],
    language: 'en-US',
  },
  localAISTT: {
    label: 'LocalAI',
    credential: 'localAIApi',
    needs: ['baseUrl'],
    takes: ['credentialId', 'model', 'language'],
    language: 'en',
  },
} as const satisfies Record<string, SpeechProvider>

/** Who speaks answers, as flows of the older product name them. */
export const speakers = {
  openai: { label: 'OpenAI', credential: 'openAIApi', needs: ['credentialId'], takes: ['voice'] },
  elevenlabs: { label: 'ElevenLabs', credential: 'elevenLabsApi', needs: ['credentialId'], takes: ['voice'] },
} as const satisfies Record<string, SpeechProvider>

export type HearerName = keyof typeof hearers
export type SpeakerName = keyof typeof speakers

export const isHearer = (name: string): name is HearerName => Object.hasOwn(hearers, name)
export const isSpeaker = (name: string): name is SpeakerName => Object.hasOwn(speakers, name)
