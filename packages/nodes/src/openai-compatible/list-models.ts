import { NodeError, type InputOption, type LoadArguments } from '@chatwright/core'
import { optionsOf, type ModelList } from '../model-lists/model-list.ts'
import type { Endpoint } from '../providers/endpoint.ts'
import { requestJson } from '../providers/request-json.ts'
import { vendorEndpoint, type Vendor } from './vendor-endpoint.ts'

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

interface ListRequest extends Pick<LoadArguments, 'credential' | 'context' | 'signal'> {
  /** The list in this package, for when there is no key to ask with. */
  known: ModelList
  isWanted?: ((id: string) => boolean) | undefined
  /** Another address that was typed on the canvas, as it stands there. */
  address?: unknown
}

/** The vendor's own list when there is a key to ask with, else the one in this package. */
export async function listVendorModels(vendor: Vendor, request: ListRequest): Promise<InputOption[]> {
  const { credential, context, signal, known } = request
  if (!credential[vendor.credential.key]) return optionsOf(known)
  const address = typeof request.address === 'string' && request.address !== '' ? request.address : undefined
  const endpoint = vendorEndpoint(vendor, { credential, context, address })
  // Behind another address names mean what its owner made them mean.
  const listed = await listModels(endpoint, signal, address ? undefined : request.isWanted).catch(noneIfUnlisted)
  return listed.length > 0 ? listed : optionsOf(known)
}

/** Perplexity, and some proxies, answer questions but list nothing. */
function noneIfUnlisted(error: unknown): InputOption[] {
  if (error instanceof NodeError && error.code === 'not-found') return []
  throw error
}
