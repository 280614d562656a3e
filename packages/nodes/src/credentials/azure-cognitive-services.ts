import { defineCredential, password, string } from '@chatwright/core'

export default defineCredential({
  name: 'azureCognitiveServices',
  label: 'Azure Cognitive Services',
  version: 1,
  description: 'A Speech resource in Azure. The portal shows the key and region under Keys and Endpoint.',
  icon: 'azure.svg',
  inputs: {
    azureSubscriptionKey: password({ label: 'Azure subscription key' }),
    serviceRegion: string({ label: 'Region', placeholder: 'westeurope' }),
    apiVersion: string({
      label: 'API version',
      placeholder: '2024-11-15',
      description: "The provider's API version, which is a date. Leave empty to use the default.",
      optional: true,
    }),
  },
})
