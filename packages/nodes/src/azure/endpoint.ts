import { NodeError, type CredentialValues, type NodeContext } from '@chatwright/core'
import type { Endpoint } from '../providers/endpoint.ts'
import { missingKey } from '../providers/provider-errors.ts'
import { pathSegment } from '../http/path-segment.ts'

export interface AzureDeployment {
  endpoint: Endpoint
  /** The path of an operation of this deployment. */
  pathOf(operation: string): string
  /** API versions before autumn 2024 refuse the newer names of OpenAI's settings. */
  isCurrentVersion: boolean
}

/** A deployment of an OpenAI model on Azure. Old flows type the part before the deployment's name as base path. */
export function azureDeployment(
  credential: CredentialValues,
  context: Pick<NodeContext, 'fetch' | 'providerFetch'>,
  basepath?: string,
): AzureDeployment {
  const key = credential.azureOpenAIApiKey
  if (!key) throw missingKey('Azure OpenAI', 'Azure OpenAI API')
  const instance = required(credential.azureOpenAIApiInstanceName, 'instance name')
  const deployment = required(credential.azureOpenAIApiDeploymentName, 'deployment name')
  const version = required(credential.azureOpenAIApiVersion, 'API version')
  return {
    endpoint: {
      vendor: 'Azure OpenAI',
      baseUrl: basepath ?? `https://${encodeURIComponent(instance)}.openai.azure.com/openai/deployments`,
      headers: { 'api-key': key },
      fetch: basepath ? context.providerFetch : context.fetch,
      credentialLabel: 'Azure OpenAI API',
      ...(basepath && { addressField: 'basepath' }),
    },
    isCurrentVersion: version >= '2024-09',
    pathOf: (operation) =>
      `${pathSegment('deployment name', deployment)}/${operation}?api-version=${encodeURIComponent(version)}`,
  }
}

function required(value: string | undefined, name: string): string {
  if (value) return value
  throw new NodeError(`The Azure OpenAI credential has no ${name}.`, {
    code: 'missing-credential',
    hint: `Open the credential "Azure OpenAI API" and fill in the ${name}; the Azure portal shows it.`,
    field: 'credential',
  })
}
