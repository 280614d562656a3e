import { defineCredential, password, string } from '@chatwright/core'
import { azureDeployment } from '../azure/endpoint.ts'
import { requestJson } from '../providers/request-json.ts'

export default defineCredential({
  name: 'azureOpenAIApi',
  label: 'Azure OpenAI API',
  version: 1,
  description: 'A model deployment in an Azure OpenAI resource. The Azure portal shows all four values.',
  icon: 'azure.svg',
  inputs: {
    azureOpenAIApiKey: password({ label: 'Azure OpenAI API key' }),
    azureOpenAIApiInstanceName: string({ label: 'Instance name', placeholder: 'my-resource' }),
    azureOpenAIApiDeploymentName: string({ label: 'Deployment name', placeholder: 'gpt-4o-mini' }),
    azureOpenAIApiVersion: string({
      label: 'API version',
      placeholder: '2024-10-21',
      description: "The provider's API version, which is a date.",
    }),
  },
  async test({ values, context, signal }) {
    const { endpoint } = azureDeployment(values, context)
    const resource = { ...endpoint, baseUrl: endpoint.baseUrl.replace(/\/deployments$/, '') }
    const path = `models?api-version=${encodeURIComponent(values.azureOpenAIApiVersion ?? '')}`
    await requestJson({ endpoint: resource, path, signal })
    return 'Azure OpenAI accepted the key for this resource.'
  },
})
