import type { CredentialValues, InputOption, NodeContext } from '@chatwright/core'
import type { Endpoint } from '../providers/endpoint.ts'
import { missingKey } from '../providers/provider-errors.ts'
import { requestJson } from '../providers/request-json.ts'

export const googleCredentials = ['googleGenerativeAI', 'googleMakerSuite'] as const

export function googleKey(credential: CredentialValues): string | undefined {
  return credential.googleGenerativeAPIKey ?? credential.googleMakerSuiteKey
}

export function googleEndpoint(
  credential: CredentialValues,
  context: Pick<NodeContext, 'fetch' | 'providerFetch'>,
  address?: string,
): Endpoint {
  const key = googleKey(credential)
  if (!key) throw missingKey('Google', 'Google Generative AI')
  return {
    vendor: 'Google',
    baseUrl: address
      ? `${address.replace(/(?<!\/)\/+$/, '').replace(/\/v1(beta)?$/, '')}/v1beta`
      : 'https://generativelanguage.googleapis.com/v1beta',
    headers: { 'x-goog-api-key': key },
    fetch: address ? context.providerFetch : context.fetch,
    credentialLabel: 'Google Generative AI',
    ...(address && { addressField: 'baseUrl' }),
  }
}

interface ListedModel {
  name: string
  displayName?: string
  supportedGenerationMethods?: string[]
}

/** Models that can do what is asked for, `generateContent` or `embedContent`. */
export async function listGoogleModels(
  endpoint: Endpoint,
  method: string,
  signal: AbortSignal,
): Promise<InputOption[]> {
  const { models = [] } = await requestJson<{ models?: ListedModel[] }>({
    endpoint,
    path: 'models?pageSize=1000',
    signal,
  })
  return models
    .filter((model) => model.supportedGenerationMethods?.includes(method))
    .map(({ name, displayName }) => {
      const id = name.replace(/^models\//, '')
      return { label: displayName ?? id, name: id, description: id }
    })
}
