import type { LocalModelServer } from '@chatwright/contract'
import { z } from 'zod'
import type { Place } from './places.ts'

/** A busy machine needs most of a second for its first answer; where nobody listens the refusal comes at once. */
const WAIT_MS = 1500

const OllamaList = z.object({ models: z.array(z.object({ name: z.string() })) })
const OpenAiList = z.object({ data: z.array(z.object({ id: z.string() })) })

export interface LocalModelService {
  find(): Promise<LocalModelServer[]>
}

/** Asks every place for its models. A place where nothing, or something else, answers is left out. */
export function createLocalModelService(places: readonly Place[], request: typeof fetch): LocalModelService {
  return {
    async find() {
      const found = await Promise.all(places.map((place) => ask(place, request)))
      return found.filter((server) => server !== undefined)
    },
  }
}

async function ask(place: Place, request: typeof fetch): Promise<LocalModelServer | undefined> {
  const models = await listModels(place, request)
  const chatModels = models.filter((name) => !/embed/i.test(name))
  if (chatModels.length === 0) return undefined
  const { label, address, nodeName, addressInput } = place
  return { label, address, nodeName, addressInput, models: chatModels }
}

async function listModels({ address, listPath, speaks }: Place, request: typeof fetch): Promise<string[]> {
  try {
    const answer = await request(`${address}${listPath}`, {
      // A server on this machine must not send the question on to another one.
      redirect: 'error',
      signal: AbortSignal.timeout(WAIT_MS),
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
