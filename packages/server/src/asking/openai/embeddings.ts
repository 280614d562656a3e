import { AppError, BUILT_IN_EMBEDDINGS, EmbeddingBody } from '@chatwright/contract'
import type { Asker, Embeddings, Run } from '@chatwright/core'
import type { FastifyReply } from 'fastify'
import { namesAny } from '../../door/askers/may.ts'
import { whenGone } from '../../door/http/when-gone.ts'
import { unknownModel } from '../protocols/find-model.ts'
import { expectKnown } from '../protocols/parameters.ts'

/** The built-in embedding model, for one request. */
export type OpenEmbeddings = (signal: AbortSignal) => Promise<{ value: Embeddings; run: Run }>

/** All of a request wait for one thread: as much as it does in a minute. */
const MOST_CHARACTERS = 300_000
/** As many requests may wait for it at once; each is embedded a few texts at a time. */
const MOST_AT_ONCE = 8

const DIMENSIONS = 384

export const embeddingModel = {
  id: BUILT_IN_EMBEDDINGS,
  object: 'model' as const,
  created: 0,
  owned_by: 'chatwright',
  name: 'Built-in embeddings',
  type: 'embedding' as const,
}

export const describedEmbeddingModel = {
  ...embeddingModel,
  capabilities: { chat: false, embeddings: true, images: false, tools: false, streaming: false },
}

export type Embed = (body: EmbeddingBody, caller: { asker: Asker; reply: FastifyReply }) => Promise<object>

export function createEmbed(open: OpenEmbeddings): Embed {
  let underWay = 0
  return async (body, { asker, reply }) => {
    // It costs this machine's time, and belongs to no flow that could be open to strangers.
    if (!namesAny(asker)) throw new AppError('unauthorized')
    expectKnown(body, EmbeddingBody.shape, { dimensions: [DIMENSIONS] })
    if (body.model !== BUILT_IN_EMBEDDINGS) throw unknownModel(body.model)
    const texts = [body.input].flat()
    const characters = texts.reduce((sum, text) => sum + text.length, 0)
    if (characters > MOST_CHARACTERS) {
      throw new AppError('payload-too-large', undefined, {
        message: `The input contains more than ${MOST_CHARACTERS.toLocaleString('en')} characters. Send it in several requests.`,
      })
    }
    if (underWay >= MOST_AT_ONCE) throw new AppError('overloaded')
    underWay += 1
    const leaving = new AbortController()
    const stop = whenGone(reply, () => leaving.abort())
    try {
      const { value, run } = await open(leaving.signal)
      const vectors = await value.embedDocuments(texts, run)
      // About four letters of English are a token; the model counts none.
      const tokens = Math.ceil(characters / 4)
      return {
        object: 'list',
        model: body.model,
        data: vectors.map((vector, index) => ({
          object: 'embedding',
          index,
          embedding: body.encoding_format === 'base64' ? inBase64(vector) : [...vector],
        })),
        usage: { prompt_tokens: tokens, total_tokens: tokens },
      }
    } finally {
      underWay -= 1
      stop()
    }
  }
}

function inBase64(vector: ArrayLike<number>): string {
  return Buffer.from(Float32Array.from(vector).buffer).toString('base64')
}
