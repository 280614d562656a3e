import type { CredentialDeclaration } from '@chatwright/core'
import { describe, expect, test } from 'vitest'
import { rejection } from '../../test/collect.ts'
import { json, replay, type Answer } from '../../test/replay.ts'
import anthropicApi from './anthropic-api.ts'
import azureOpenAIApi from './azure-openai-api.ts'
import cerebrasAIApi from './cerebras-api.ts'
import deepseekApi from './deepseek-api.ts'
import fireworksApi from './fireworks-api.ts'
import googleGenerativeAI from './google-generative-ai.ts'
import googleMakerSuite from './google-maker-suite.ts'
import groqApi from './groq-api.ts'
import huggingFaceApi from './hugging-face-api.ts'
import mistralAIApi from './mistral-ai-api.ts'
import openRouterApi from './open-router-api.ts'
import openAIApi from './openai-api.ts'
import replicateApi from './replicate-api.ts'
import sambanovaApi from './sambanova-api.ts'
import togetherAIApi from './together-ai-api.ts'
import xaiApi from './xai-api.ts'

const azure = {
  azureOpenAIApiKey: 'secret',
  azureOpenAIApiInstanceName: 'mine',
  azureOpenAIApiDeploymentName: 'gpt',
  azureOpenAIApiVersion: '2024-10-21',
}

const cases: [CredentialDeclaration, Record<string, string>, string][] = [
  [openAIApi, { openAIApiKey: 'secret' }, 'https://api.openai.com/v1/models'],
  [groqApi, { groqApiKey: 'secret' }, 'https://api.groq.com/openai/v1/models'],
  [mistralAIApi, { mistralAIAPIKey: 'secret' }, 'https://api.mistral.ai/v1/models'],
  [togetherAIApi, { togetherAIApiKey: 'secret' }, 'https://api.together.xyz/v1/models'],
  [openRouterApi, { openRouterApiKey: 'secret' }, 'https://openrouter.ai/api/v1/models'],
  [deepseekApi, { deepseekApiKey: 'secret' }, 'https://api.deepseek.com/models'],
  [xaiApi, { xaiApiKey: 'secret' }, 'https://api.x.ai/v1/models'],
  [fireworksApi, { fireworksApiKey: 'secret' }, 'https://api.fireworks.ai/inference/v1/models'],
  [cerebrasAIApi, { cerebrasApiKey: 'secret' }, 'https://api.cerebras.ai/v1/models'],
  [sambanovaApi, { sambanovaApiKey: 'secret' }, 'https://api.sambanova.ai/v1/models'],
  [huggingFaceApi, { huggingFaceApiKey: 'secret' }, 'https://huggingface.co/api/whoami-v2'],
  [replicateApi, { replicateApiKey: 'secret' }, 'https://api.replicate.com/v1/account'],
  [anthropicApi, { anthropicApiKey: 'secret' }, 'https://api.anthropic.com/v1/models?limit=1000'],
  [
    googleGenerativeAI,
    { googleGenerativeAPIKey: 'secret' },
    'https://generativelanguage.googleapis.com/v1beta/models?pageSize=1000',
  ],
  [
    googleMakerSuite,
    { googleMakerSuiteKey: 'secret' },
    'https://generativelanguage.googleapis.com/v1beta/models?pageSize=1000',
  ],
  [azureOpenAIApi, azure, 'https://mine.openai.azure.com/openai/models?api-version=2024-10-21'],
]

describe.each(cases)('$name', (credential, values, url) => {
  const tryIt = (answer: Answer) => {
    const { fetch, requests } = replay(answer)
    const { signal } = new AbortController()
    const tested = credential.test?.({
      values,
      context: { fetch, providerFetch: fetch, dialAddress: async (host: string) => host },
      signal,
    })
    return { tested: Promise.resolve(tested), requests }
  }

  test('is proved right by a call that costs nothing', async () => {
    const { tested, requests } = tryIt(json({ data: [{ id: 'a' }], models: [] }))
    expect(await tested).toMatch(/accepted the key/)
    expect(requests).toMatchObject([{ method: 'GET', url }])
    expect(Object.values(requests[0]?.headers ?? {}).join(' ')).toContain('secret')
  })

  test('is proved wrong in the vendor’s words', async () => {
    const { tested } = tryIt(json({ error: { message: 'No such key' } }, { status: 401 }))
    expect(await rejection(tested)).toMatchObject({
      code: 'wrong-credential',
      message: expect.stringContaining('No such key'),
    })
  })
})
