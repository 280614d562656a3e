import { ON_SCREEN, withoutNetwork } from '../../door/askers/asker-of.ts'
import { isOwnerHere } from '../../door/askers/may.ts'
import { AppError, type Upload } from '@chatwright/contract'
import { hearers, isSpeaker, NodeError, speakers, type Asker, type CredentialValues } from '@chatwright/core'
import { toFault } from '@chatwright/engine'
import type { KnownSecrets } from '../../parts/credentials/known-secrets.ts'
import type { FlowHead } from '../../flows/flows/flow-library.ts'
import { hearingOf, speakingOf } from '../../flows/flows/speech-settings.ts'
import type { Beside } from '../../money/limits/limits.ts'
import { faultError, faultFor } from '../../runs/runs/fault-answer.ts'
import type { CountSpeech, SpeechAsked } from '../../runs/spend/count-speech.ts'
import { HEARING, SPEAKING } from '../../runs/spend/spend-store.ts'
import { longestSeconds, type Recording, type Transcript } from './recording.ts'
import { voices } from './speak.ts'
import { billedModel, transcribers } from './transcribe.ts'
import type { VendorAccess } from './vendor-call.ts'

export interface SpeechService {
  /** What visitors are offered: nothing until it could work. */
  offers(flow: FlowHead): Promise<SpeechOffers>
  /** What was said in the recordings of a question, and the rest of its files. */
  hear(flow: FlowHead, uploads: readonly Upload[] | undefined, asker: SpeechAsker): Promise<Heard>
  /** The sound of a text, piece by piece. */
  speak(flow: FlowHead, text: string, reader: SpeechReader): Promise<AsyncIterable<Uint8Array>>
  voices(provider: string, credentialId: string | undefined): Promise<{ id: string; name: string }[]>
}

export interface Heard {
  text: string
  /** What was sent along that is no recording. */
  others: readonly Upload[] | undefined
  remembered: { type: string; name: string; mime: string }[]
}

/** Who has something heard or spoken, as far as that is known. */
export interface SpeechAsker extends Omit<Beside, 'flowId' | 'asker'> {
  asker: Asker
}

export interface SpeechReader extends SpeechAsker {
  signal: AbortSignal
}

export interface SpeechOffers {
  /** Recordings become questions. */
  hears: boolean
  /** Answers can be listened to. */
  speaks: boolean
  /** They are spoken without being asked to. */
  plays: boolean
}

export interface SpeechDependencies {
  access: VendorAccess
  credential: {
    forFlow(id: string, use: { allowedNames: readonly string[]; flowId: string }): Promise<CredentialValues>
    forCanvas(id: string, kinds: readonly string[]): Promise<CredentialValues>
    kindOf(id: string): Promise<string | undefined>
  }
  secrets: Pick<KnownSecrets, 'remember' | 'hide'>
  count: CountSpeech
}

/** What the smallest of the providers takes. */
const MAX_RECORDING_BYTES = 25 * 1024 ** 2
const MAX_SPOKEN_LETTERS = 4000
const MAX_SOUND_BYTES = 20 * 1024 ** 2
const NOT_HEARD = "Your recording couldn't be transcribed. Try again in a moment, or type your question."
const NOT_SPOKEN = "The answer can't be read aloud right now. Try again in a moment."
const HEAR_MS = 90_000
const SPEAK_MS = 120_000
const DATA_URL = /^data:(audio\/[\w.+-]+|video\/(?:webm|mp4))(?:;[\w=.-]+)*;base64,([A-Za-z0-9+/=\s]*)$/

export function createSpeechService({ access, credential, secrets, count }: SpeechDependencies): SpeechService {
  const valuesFor = async (id: string | undefined, flowId: string, kind: string) => {
    if (id === undefined) return {}
    const values = await credential.forFlow(id, { allowedNames: [kind], flowId })
    secrets.remember(values)
    return values
  }

  const isThere = async (id: string | undefined, kind: string) =>
    id === undefined || (await credential.kindOf(id)) === kind

  const hearingHere = async (flow: FlowHead) => {
    const hearing = hearingOf(flow.speech_to_text)
    return hearing && (await isThere(hearing.credentialId, hearers[hearing.provider].credential)) ? hearing : undefined
  }

  const speakingHere = async (flow: FlowHead) => {
    const speaking = speakingOf(flow.text_to_speech)
    return speaking && (await isThere(speaking.credentialId, speakers[speaking.provider].credential))
      ? speaking
      : undefined
  }

  /** A provider's refusal may quote the key it refused. */
  const told = async <Value>(work: Promise<Value>, asker: Asker, unasked?: string): Promise<Value> => {
    try {
      return await work
    } catch (error) {
      // A limit of what may be spent.
      if (error instanceof NodeError) throw faultError(faultFor(asker, toFault(error)))
      if (!(error instanceof AppError) || error.code !== 'provider-failed') throw error
      throw new AppError(
        'provider-failed',
        {},
        { message: !isOwnerHere(asker) && unasked ? unasked : secrets.hide(error.message), cause: error },
      )
    }
  }

  return {
    async offers(flow) {
      const [hearing, speaking] = await Promise.all([hearingHere(flow), speakingHere(flow)])
      return { hears: hearing !== undefined, speaks: speaking !== undefined, plays: speaking?.isAutoPlayed ?? false }
    },

    async hear(flow, uploads, { asker, ...by }) {
      const recordings = (uploads ?? []).filter(isRecording)
      if (recordings.length === 0) return { text: '', others: uploads, remembered: [] }
      const hearing = await hearingHere(flow)
      if (!hearing) {
        throw unusable(
          "This flow doesn't accept recordings. Its owner can turn on speech to text in the flow's settings.",
        )
      }
      const transcribe = transcribers[hearing.provider]
      const values = await valuesFor(hearing.credentialId, flow.id, hearers[hearing.provider].credential)
      const use = { hearing, credential: values, access, signal: AbortSignal.timeout(HEAR_MS) }
      const model = billedModel(hearing)
      const hearOne = (recording: Recording): Promise<Transcript> => {
        if (model === undefined) return transcribe(recording, use)
        const most = longestSeconds(recording)
        return count(
          { ...by, asker: withoutNetwork(asker), flowId: flow.id, nodeId: HEARING, model, most },
          async (used) => {
            const transcript = await transcribe(recording, use)
            used(transcript.seconds ?? most)
            return transcript
          },
        )
      }
      const said = await told(Promise.all(recordings.map((each) => hearOne(readRecording(each)))), asker, NOT_HEARD)
      const text = said
        .map((each) => each.text.trim())
        .filter((each) => each !== '')
        .join('\n')
      if (text === '') throw new AppError('recording-unusable')
      return {
        text,
        others: uploads?.filter((each) => !isRecording(each)),
        remembered: recordings.map(({ name, mime = '' }) => ({ type: 'audio', name, mime })),
      }
    },

    async speak(flow, text, { asker, signal, ...by }) {
      const speaking = await speakingHere(flow)
      if (!speaking) throw new AppError('speech-off')
      const values = await valuesFor(speaking.credentialId, flow.id, speakers[speaking.provider].credential)
      const whole = AbortSignal.any([signal, AbortSignal.timeout(SPEAK_MS)])
      const use = { speaking, credential: values, access, signal: whole }
      const voice = voices[speaking.provider]
      const spoken = text.slice(0, MAX_SPOKEN_LETTERS)
      const asked: SpeechAsked = {
        ...by,
        asker: withoutNetwork(asker),
        flowId: flow.id,
        nodeId: SPEAKING,
        model: voice.model,
        most: spoken.length,
      }
      const response = await told(
        count(asked, async (used) => {
          const sound = await voice.speak(spoken, use)
          used(spoken.length)
          return sound
        }),
        asker,
        NOT_SPOKEN,
      )
      return limited(response)
    },

    async voices(name, credentialId) {
      if (!isSpeaker(name)) {
        const message = `Use ${Object.keys(speakers).join(' or ')}`
        const issues = [{ path: 'query.provider', message }]
        throw new AppError('invalid-request', { issues }, { message: `query.provider: ${message}` })
      }
      const values =
        credentialId === undefined ? {} : await credential.forCanvas(credentialId, [speakers[name].credential])
      secrets.remember(values)
      const asked = voices[name].voices({
        speaking: { baseUrl: undefined, voice: undefined },
        credential: values,
        access,
        signal: AbortSignal.timeout(15_000),
      })
      return told(asked, ON_SCREEN)
    },
  }
}

/** One that is only named was heard before: its question is asked again. */
function isRecording({ type, data }: Upload): boolean {
  return type === 'audio' && data !== undefined
}

function readRecording({ name, data = '' }: Upload): Recording {
  const [, mimeType, base64] = DATA_URL.exec(data) ?? []
  if (mimeType === undefined || base64 === undefined) {
    throw unusable('The recording is incomplete. Record it again.')
  }
  const bytes = Buffer.from(base64, 'base64')
  if (bytes.length === 0)
    throw unusable("The recording is empty. Check that the microphone isn't muted, and record it again.")
  if (bytes.length > MAX_RECORDING_BYTES) throw unusable('The recording is larger than 25 MB. Record it in parts.')
  return { name, mimeType, bytes }
}

function unusable(message: string): AppError {
  return new AppError('recording-unusable', undefined, { message })
}

async function* limited(response: Response): AsyncIterable<Uint8Array> {
  let length = 0
  for await (const piece of response.body ?? []) {
    length += piece.byteLength
    if (length > MAX_SOUND_BYTES) return
    yield piece
  }
}
