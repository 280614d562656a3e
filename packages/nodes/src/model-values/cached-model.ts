import { createHash } from 'node:crypto'
import {
  NodeError,
  type ChatModel,
  type ModelCache,
  type ModelEvent,
  type ModelRequest,
  type Run,
} from '@chatwright/core'

/**
 * The same model, answering from a cache when it was asked the very same before. Requests with tools always go to the
 * model: their answers are calls, not text. `settings` is what else decides the answer: temperature and the like.
 */
export function withCache(model: ChatModel, cache: ModelCache | undefined, settings: object): ChatModel {
  if (!cache) return model
  return {
    ...model,
    stream: (request, run) =>
      request.tools?.length ? model.stream(request, run) : answer({ model, cache, settings }, request, run),
  }
}

interface Cached {
  model: ChatModel
  cache: ModelCache
  settings: object
}

async function* answer(
  { model, cache, settings }: Cached,
  request: ModelRequest,
  run: Run,
): AsyncGenerator<ModelEvent, void, undefined> {
  const key = createHash('sha256')
    .update(JSON.stringify([model.modelName, settings, request]))
    .digest('hex')
  const { text: known, isAway } = await find(cache, key)
  if (known !== undefined) {
    yield { type: 'text', text: known }
    yield { type: 'finish', reason: 'stop' }
    return
  }
  if (isAway) {
    yield* model.stream(request, run)
    return
  }
  let text = ''
  for await (const event of model.stream(request, run)) {
    if (event.type === 'text') text += event.text
    // An answer that was cut or filtered is not one to give again.
    if (event.type === 'finish' && event.reason === 'stop' && text !== '') await keep(cache, key, text)
    yield event
  }
}

/** What is out of reach for a while costs a question its shortcut, not its answer. What is set up wrongly is told. */
async function find(cache: ModelCache, key: string): Promise<{ text?: string | undefined; isAway: boolean }> {
  try {
    return { text: await cache.get(key), isAway: false }
  } catch (error) {
    if (!(error instanceof NodeError && error.isRetryable)) throw error
    return { isAway: true }
  }
}

/** The answer is there and paid for: a cache that is full or may not be written to must not take it back. */
async function keep(cache: ModelCache, key: string, text: string): Promise<void> {
  try {
    await cache.set(key, text)
  } catch {
    // Asked again, the model answers again.
  }
}
