import type { CredentialValues, InputOption, NodeContext } from '@chatwright/core'
import type { Endpoint } from '../providers/endpoint.ts'
import { requestJson } from '../providers/request-json.ts'

export const defaultOllamaUrl = 'http://localhost:11434'

export function ollamaEndpoint(
  address: string,
  { credential, context }: { credential: CredentialValues; context: Pick<NodeContext, 'providerFetch'> },
): Endpoint {
  return {
    vendor: 'Ollama',
    // People paste the address of the OpenAI-compatible API too.
    baseUrl: address.replace(/(?<!\/)\/+$/, '').replace(/\/v1$/, ''),
    headers: credential.ollamaApiKey ? { authorization: `Bearer ${credential.ollamaApiKey}` } : {},
    fetch: context.providerFetch,
    credentialLabel: 'Ollama API',
    addressField: 'baseUrl',
    // A model may have to be loaded from disk before its first word.
    timeouts: { firstByteMs: 300_000, idleMs: 120_000 },
  }
}

export async function listOllamaModels(endpoint: Endpoint, signal: AbortSignal): Promise<InputOption[]> {
  const { models = [] } = await requestJson<{ models?: InstalledModel[] }>({ endpoint, path: 'api/tags', signal })
  return models.map(({ name, details }) => ({
    label: name,
    name,
    ...(details?.parameter_size && { description: `${details.parameter_size} parameters` }),
  }))
}

interface InstalledModel {
  name: string
  details?: { parameter_size?: string }
}
