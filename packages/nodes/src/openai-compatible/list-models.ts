import type { InputOption } from '@chatwright/core'
import { optionsOf, type ModelList } from '../model-lists/model-list.ts'
import type { Endpoint } from '../providers/endpoint.ts'
import { requestJson } from '../providers/request-json.ts'

interface ListedModel {
  id?: string
  name?: string
}

/** The models behind a key, newest names first; vendors wrap the list or send it bare. */
export async function listModels(
  endpoint: Endpoint,
  signal: AbortSignal,
  isWanted: (id: string) => boolean = () => true,
): Promise<InputOption[]> {
  const answer = await requestJson<{ data?: ListedModel[] } | ListedModel[]>({ endpoint, path: 'models', signal })
  const models = Array.isArray(answer) ? answer : (answer.data ?? [])
  return models
    .flatMap(({ id }) => id ?? [])
    .filter(isWanted)
    .sort((a, b) => b.localeCompare(a, 'en', { numeric: true }))
    .map((id) => ({ label: id, name: id }))
}

/** The vendor's own list when there is a key to ask with, else the one in this package. */
export async function listModelsOr(
  known: ModelList,
  source: { endpoint: Endpoint; hasKey: boolean; signal: AbortSignal; isWanted?: (id: string) => boolean },
): Promise<InputOption[]> {
  if (!source.hasKey) return optionsOf(known)
  const listed = await listModels(source.endpoint, source.signal, source.isWanted)
  return listed.length > 0 ? listed : optionsOf(known)
}
