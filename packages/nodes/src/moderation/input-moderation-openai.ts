import { defineNode, type Moderation } from '@chatwright/core'
import { vendorEndpoint } from '../openai-compatible/vendor-endpoint.ts'
import { openAi } from '../openai-compatible/openai-vendor.ts'
import { requestJson } from '../providers/request-json.ts'
import { moderationErrorMessage } from './refusal.ts'

export default defineNode({
  name: 'inputModerationOpenAI',
  label: 'OpenAI Moderation',
  version: 1,
  category: 'Moderation',
  description: "Blocks questions that OpenAI's moderation model considers harmful.",
  icon: 'moderation.svg',
  baseClasses: ['Moderation'],
  documentation: 'https://platform.openai.com/docs/guides/moderation',
  credential: ['openAIApi'],
  inputs: { moderationErrorMessage },
  build({ inputs, credential, context }): Moderation {
    const endpoint = vendorEndpoint(openAi, { credential, context })
    return {
      kind: 'moderation',
      async check(input, { signal }) {
        const { results = [] } = await requestJson<{ results?: { flagged: boolean }[] }>({
          endpoint,
          path: 'moderations',
          body: { model: 'omni-moderation-latest', input },
          signal,
        })
        return results.some(({ flagged }) => flagged) ? inputs.moderationErrorMessage : undefined
      },
    }
  },
})
