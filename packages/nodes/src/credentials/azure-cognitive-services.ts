import { defineCredential, password, string } from '@chatwright/core'

export default defineCredential({
  name: 'azureCognitiveServices',
  label: 'Azure Cognitive Services',
  version: 1,
  description: 'A Speech resource in Azure; the portal shows key and region under Keys and Endpoint.',
  icon: 'azure.svg',
  inputs: {
    azureSubscriptionKey: password({ label: 'Azure subscription key' }),
    serviceRegion: string({ label: 'Region', placeholder: 'westeurope' }),
    apiVersion: string({
      label: 'API version',
      placeholder: '2024-11-15',
      description: 'A date, as the vendor names its API versions. Leave empty to use the usual one.',
      optional: true,
    }),
  },
})
