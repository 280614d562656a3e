import type { LocalModelServer } from '@chatwright/contract'
import { z } from 'zod'
import type { Place } from './places.ts'

/** A busy machine needs seconds for its first answer, and is asked once; where nobody listens the refusal comes at once. */
const WAIT_MS = 6000

const OllamaList = z.object({ models: z.array(z.object({ name: z.string() })) })
const OpenAiList = z.object({ data: z.array(z.object({ id: z.string() })) })

export interface LocalModelService {
  find(): Promise<LocalModelServer[]>
}

interface LocalModelOptions {
  places: readonly Place[]
  request: typeof fetch
  /** How long a place may take to answer. */
  waitMs?: number
}

type Ask = Required<Pick<LocalModelOptions, 'request' | 'waitMs'>>

/** Asks every place for its models. A place where nothing, or something else, answers is left out. */
export function createLocalModelService({ places, request, waitMs = WAIT_MS }: LocalModelOptions): LocalModelService {
  return {
    async find() {
      const found = await Promise.all(places.map((place) => ask(place, { request, waitMs })))
      return found.filter((server) => server !== undefined)
    },
  }
}

async function ask(place: Place, how: Ask): Promise<LocalModelServer | undefined> {
  const models = await listModels(place, how)
  const chatModels = models.filter((name) => !/embed/i.test(name))
  if (chatModels.length === 0) return undefined
  const { label, address, nodeName, addressInput } = place
  return { label, address, nodeName, addressInput, models: chatModels }
}

async function listModels({ address, listPath, speaks }: Place, { request, waitMs }: Ask): Promise<string[]> {
  try {
    const answer = await request(`${address}${listPath}`, {
      // A server on this machine must not send the question on to another one.
      redirect: 'error',
      signal: AbortSignal.timeout(waitMs),
    })
    if (!answer.ok) return []
    const body: unknown = await answer.json()
    if (speaks === 'ollama') return OllamaList.parse(body).models.map(({ name }) => name)
    return OpenAiList.parse(body).data.map(({ id }) => id)
  } catch {
    // Nobody listens there, or somebody who is no model server: the usual case, and no fault.
    return []
  }
}
