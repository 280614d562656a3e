import type { CredentialValues, InputOption, NodeContext } from '@chatwright/core'
import type { Endpoint } from '../providers/endpoint.ts'
import { missingKey } from '../providers/provider-errors.ts'
import { requestJson } from '../providers/request-json.ts'

export function anthropicEndpoint(credential: CredentialValues, context: Pick<NodeContext, 'fetch'>): Endpoint {
  const key = credential.anthropicApiKey
  if (!key) throw missingKey('Anthropic', 'Anthropic API')
  return {
    vendor: 'Anthropic',
    baseUrl: 'https://api.anthropic.com',
    headers: { 'x-api-key': key, 'anthropic-version': '2023-06-01' },
    fetch: context.fetch,
    credentialLabel: 'Anthropic API',
  }
}

export async function listAnthropicModels(endpoint: Endpoint, signal: AbortSignal): Promise<InputOption[]> {
  const { data = [] } = await requestJson<{ data?: { id: string; display_name?: string }[] }>({
    endpoint,
    path: 'v1/models?limit=1000',
    signal,
  })
  return data.map(({ id, display_name: label }) => ({ label: label ?? id, name: id, description: id }))
}
