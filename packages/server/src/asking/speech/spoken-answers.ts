import { AppError, errorTable } from '@chatwright/contract'
import type { FlowHead } from '../../flows/flows/flow-library.ts'
import type { SpeechReader, SpeechService } from './speech-service.ts'

export interface SpokenAnswer {
  chatId: string
  chatMessageId: string
  /** As it is stored; what cannot be listened to is left out. */
  markdown: string
}

/** As the older product's clients read it. */
export interface SpokenFrame {
  event: 'tts_start' | 'tts_data' | 'tts_end' | 'tts_abort' | 'tts_error'
  data: { chatMessageId: string; format?: string; audioChunk?: string; error?: string }
}

export interface SpokenAnswers {
  /** Speaks an answer; whoever speaks it already falls silent. Throws why it cannot begin. */
  speak(flow: FlowHead, answer: SpokenAnswer, reader: SpeechReader): Promise<AsyncIterable<SpokenFrame>>
  /** Whether answers of this flow may be spoken at all: most flows have no voice, and nothing is done for it then. */
  mayPlay(flow: FlowHead): boolean
  /** The same after an answer that is played by itself, where nothing can be refused any more. */
  play(flow: FlowHead, answer: SpokenAnswer, reader: SpeechReader): AsyncIterable<SpokenFrame>
  stop(flowId: string, answer: Omit<SpokenAnswer, 'markdown'>): void
}

export function createSpokenAnswers(speech: Pick<SpeechService, 'offers' | 'speak'>): SpokenAnswers {
  const spoken = new Map<string, AbortController>()

  const speak: SpokenAnswers['speak'] = async (flow, answer, { signal, ...asker }) => {
    const { chatMessageId, markdown } = answer
    const key = keyOf(flow.id, answer)
    spoken.get(key)?.abort()
    const stop = new AbortController()
    spoken.set(key, stop)
    const forget = () => {
      if (spoken.get(key) === stop) spoken.delete(key)
    }
    const either = AbortSignal.any([signal, stop.signal])
    try {
      const pieces = await speech.speak(flow, spokenText(markdown), { ...asker, signal: either })
      return framesOf(pieces, { chatMessageId, signal: either, onEnd: forget })
    } catch (error) {
      forget()
      throw error
    }
  }

  return {
    speak,
    mayPlay: (flow) => flow.text_to_speech !== null,
    async *play(flow, answer, reader) {
      if (spokenText(answer.markdown) === '' || !(await speech.offers(flow)).plays) return
      const { chatMessageId } = answer
      try {
        yield* await speak(flow, answer, reader)
      } catch (error) {
        yield { event: 'tts_error', data: { chatMessageId, error: wordsOf(error) } }
      }
    },
    stop: (flowId, answer) => spoken.get(keyOf(flowId, answer))?.abort(),
  }
}

interface Telling {
  chatMessageId: string
  signal: AbortSignal
  onEnd: () => void
}

async function* framesOf(
  pieces: AsyncIterable<Uint8Array>,
  { chatMessageId, signal, onEnd }: Telling,
): AsyncIterable<SpokenFrame> {
  yield { event: 'tts_start', data: { chatMessageId, format: 'mp3' } }
  try {
    for await (const piece of pieces) {
      yield { event: 'tts_data', data: { chatMessageId, audioChunk: Buffer.from(piece).toString('base64') } }
    }
    yield { event: 'tts_end', data: { chatMessageId } }
  } catch (error) {
    if (signal.aborted) yield { event: 'tts_abort', data: { chatMessageId } }
    else yield { event: 'tts_error', data: { chatMessageId, error: wordsOf(error) } }
  } finally {
    onEnd()
  }
}

function wordsOf(error: unknown): string {
  return error instanceof AppError ? error.message : errorTable['provider-failed'].message
}

function keyOf(flowId: string, { chatId, chatMessageId }: Omit<SpokenAnswer, 'markdown'>): string {
  return `${flowId}:${chatId}:${chatMessageId}`
}

/** Code and tables cannot be listened to; marks of emphasis would be read out. */
function spokenText(markdown: string): string {
  return markdown
    .replace(/```[^`]*```/g, ' ')
    .replace(/[*_#`>|]/g, '')
    .replace(/\[([^[\]]*)\]\([^()[\]]*\)/g, '$1')
    .trim()
}
