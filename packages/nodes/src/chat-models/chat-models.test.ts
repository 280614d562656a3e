import type { ChatModel, InputOption, NodeDefinition } from '@chatwright/core'
import { describe, expect, test } from 'vitest'
import { buildNode } from '../../test/build-node.ts'
import { collect, rejection } from '../../test/collect.ts'
import { json, replay, sse, type Answer } from '../../test/replay.ts'
import { testContext } from '../../test/test-context.ts'
import { testRun } from '../../test/test-run.ts'
import huggingFaceInference from '../llms/hugging-face-inference.ts'
import openAI from '../llms/openai.ts'
import replicate from '../llms/replicate.ts'
import azureChatOpenAI from './azure-chat-openai.ts'
import chatAlibabaTongyi from './chat-alibaba-tongyi.ts'
import chatCerebras from './chat-cerebras.ts'
import chatCloudflareWorkersAI from './chat-cloudflare-workers-ai.ts'
import chatCohere from './chat-cohere.ts'
import chatCometAPI from './chat-comet-api.ts'
import chatDeepseek from './chat-deepseek.ts'
import chatFireworks from './chat-fireworks.ts'
import chatHuggingFace from './chat-hugging-face.ts'
import chatLitellm from './chat-litellm.ts'
import chatLMStudio from './chat-lm-studio.ts'
import chatLocalAI from './chat-local-ai.ts'
import chatMistralAI from './chat-mistral-ai.ts'
import chatNvidiaNIM from './chat-nvidia-nim.ts'
import chatOpenRouter from './chat-open-router.ts'
import chatOpenAICustom from './chat-openai-custom.ts'
import chatOpenAI from './chat-openai.ts'
import chatPerplexity from './chat-perplexity.ts'
import chatSambanova from './chat-sambanova.ts'
import chatTogetherAI from './chat-together-ai.ts'
import chatXAI from './chat-xai.ts'
import groqChat from './groq-chat.ts'

const question = [{ role: 'user' as const, content: 'Hello' }]
const answerStream = sse([
  { choices: [{ delta: { content: 'Hi ' } }] },
  { choices: [{ delta: { content: 'there' } }] },
  { choices: [{ delta: {}, finish_reason: 'stop' }] },
  { choices: [], usage: { prompt_tokens: 2, completion_tokens: 2 } },
  '[DONE]',
])
const toolCallStream = sse([
  { choices: [{ delta: { tool_calls: [{ index: 0, id: 'c1', function: { name: 'add', arguments: '{"x":1}' } }] } }] },
  { choices: [{ delta: {}, finish_reason: 'tool_calls' }] },
  '[DONE]',
])

interface Case {
  node: NodeDefinition
  url: string
  /** The header that carries the key. */
  key?: [string, string]
  credential?: Record<string, string>
  inputs?: Record<string, unknown>
  /** Names the server in errors. */
  vendor: string
}

const bearer: [string, string] = ['authorization', 'Bearer secret']
const cases: Case[] = [
  {
    node: chatCohere,
    vendor: 'Cohere',
    url: 'https://api.cohere.ai/compatibility/v1/chat/completions',
    key: bearer,
    credential: { cohereApiKey: 'secret' },
  },
  {
    node: chatSambanova,
    vendor: 'SambaNova',
    url: 'https://api.sambanova.ai/v1/chat/completions',
    key: bearer,
    credential: { sambanovaApiKey: 'secret' },
  },
  {
    node: chatHuggingFace,
    vendor: 'Hugging Face',
    url: 'https://router.huggingface.co/v1/chat/completions',
    key: bearer,
    credential: { huggingFaceApiKey: 'secret' },
  },
  {
    node: huggingFaceInference,
    vendor: 'Hugging Face',
    url: 'https://mine.endpoints.example/v1/chat/completions',
    key: bearer,
    credential: { huggingFaceApiKey: 'secret' },
    inputs: { endpoint: 'https://mine.endpoints.example/' },
  },
  {
    node: chatOpenAI,
    vendor: 'OpenAI',
    url: 'https://api.openai.com/v1/chat/completions',
    key: bearer,
    credential: { openAIApiKey: 'secret' },
    inputs: { modelName: 'gpt-4o-mini' },
  },
  {
    node: groqChat,
    vendor: 'Groq',
    url: 'https://api.groq.com/openai/v1/chat/completions',
    key: bearer,
    credential: { groqApiKey: 'secret' },
  },
  {
    node: chatTogetherAI,
    vendor: 'Together AI',
    url: 'https://api.together.xyz/v1/chat/completions',
    key: bearer,
    credential: { togetherAIApiKey: 'secret' },
  },
  {
    node: chatOpenRouter,
    vendor: 'OpenRouter',
    url: 'https://openrouter.ai/api/v1/chat/completions',
    key: bearer,
    credential: { openRouterApiKey: 'secret' },
  },
  {
    node: chatDeepseek,
    vendor: 'DeepSeek',
    url: 'https://api.deepseek.com/chat/completions',
    key: bearer,
    credential: { deepseekApiKey: 'secret' },
  },
  {
    node: chatXAI,
    vendor: 'xAI',
    url: 'https://api.x.ai/v1/chat/completions',
    key: bearer,
    credential: { xaiApiKey: 'secret' },
  },
  {
    node: chatPerplexity,
    vendor: 'Perplexity',
    url: 'https://api.perplexity.ai/chat/completions',
    key: bearer,
    credential: { perplexityApiKey: 'secret' },
  },
  {
    node: chatFireworks,
    vendor: 'Fireworks',
    url: 'https://api.fireworks.ai/inference/v1/chat/completions',
    key: bearer,
    credential: { fireworksApiKey: 'secret' },
  },
  {
    node: chatCerebras,
    vendor: 'Cerebras',
    url: 'https://api.cerebras.ai/v1/chat/completions',
    key: bearer,
    credential: { cerebrasApiKey: 'secret' },
  },
  {
    node: chatMistralAI,
    vendor: 'Mistral',
    url: 'https://api.mistral.ai/v1/chat/completions',
    key: bearer,
    credential: { mistralAIAPIKey: 'secret' },
  },
  {
    node: azureChatOpenAI,
    vendor: 'Azure OpenAI',
    url: 'https://mine.openai.azure.com/openai/deployments/gpt/chat/completions?api-version=2024-10-21',
    key: ['api-key', 'secret'],
    credential: {
      azureOpenAIApiKey: 'secret',
      azureOpenAIApiInstanceName: 'mine',
      azureOpenAIApiDeploymentName: 'gpt',
      azureOpenAIApiVersion: '2024-10-21',
    },
  },
  {
    node: chatOpenAICustom,
    vendor: 'The model server',
    url: 'http://localhost:8000/v1/chat/completions',
    inputs: { modelName: 'mine', basepath: 'http://localhost:8000/v1' },
  },
  {
    node: chatLocalAI,
    vendor: 'LocalAI',
    url: 'http://localhost:8080/v1/chat/completions',
    inputs: { modelName: 'mine', basePath: 'http://localhost:8080/v1' },
  },
  {
    node: chatCometAPI,
    vendor: 'CometAPI',
    url: 'https://api.cometapi.com/v1/chat/completions',
    key: bearer,
    credential: { cometApiKey: 'secret' },
  },
  {
    node: chatAlibabaTongyi,
    vendor: 'Alibaba Cloud',
    url: 'https://dashscope-intl.aliyuncs.com/compatible-mode/v1/chat/completions',
    key: bearer,
    credential: { alibabaApiKey: 'secret' },
  },
  {
    node: chatCloudflareWorkersAI,
    vendor: 'Cloudflare',
    url: 'https://api.cloudflare.com/client/v4/accounts/mine/ai/v1/chat/completions',
    key: bearer,
    credential: { cloudflareAccountId: 'mine', cloudflareApiToken: 'secret' },
    inputs: { model: '@cf/meta/llama' },
  },
  {
    node: chatLitellm,
    vendor: 'LiteLLM',
    url: 'http://localhost:4000/chat/completions',
    key: bearer,
    credential: { litellmApiKey: 'secret' },
    inputs: { modelName: 'mine', basePath: 'http://localhost:4000' },
  },
  {
    node: chatNvidiaNIM,
    vendor: 'NVIDIA NIM',
    url: 'https://integrate.api.nvidia.com/v1/chat/completions',
    key: bearer,
    credential: { nvidiaNIMApiKey: 'secret' },
    inputs: { modelName: 'mine', basePath: 'https://integrate.api.nvidia.com/v1' },
  },
  {
    node: chatLMStudio,
    vendor: 'LM Studio',
    url: 'http://localhost:1234/v1/chat/completions',
    inputs: { modelName: 'mine' },
  },
]

async function build({ node, credential = {}, inputs = {} }: Case, answers: Answer[]) {
  const vendor = replay(...answers)
  const context = testContext({ fetch: vendor.fetch, providerFetch: vendor.fetch })
  return { requests: vendor.requests, model: await buildNode<ChatModel>(node, { inputs, credential, context }) }
}

describe.each(cases.map((each) => [each.node.name, each] as const))('%s', (_, each) => {
  test('streams an answer from the vendor’s address with the vendor’s key', async () => {
    const { model, requests } = await build(each, [answerStream])
    expect(await collect(model.stream({ messages: question }, testRun()))).toEqual([
      { type: 'text', text: 'Hi ' },
      { type: 'text', text: 'there' },
      { type: 'usage', usage: { inputTokens: 2, outputTokens: 2 } },
      { type: 'finish', reason: 'stop' },
    ])
    const [header, value] = each.key ?? ['authorization', undefined]
    expect({ url: requests[0]?.url, key: requests[0]?.headers[header] }).toEqual({ url: each.url, key: value })
    expect(requests[0]?.body).toMatchObject({ model: model.modelName, messages: question, stream: true })
  })

  test('asks for tools', async () => {
    const { model } = await build(each, [toolCallStream])
    const tools = [{ name: 'add', description: 'Adds', parameters: { type: 'object' as const } }]
    expect(await collect(model.stream({ messages: question, tools }, testRun()))).toEqual([
      { type: 'tool-call', call: { id: 'c1', name: 'add', input: { x: 1 } } },
      { type: 'finish', reason: 'tool-calls' },
    ])
  })

  test('says whose key was refused', async () => {
    const { model } = await build(each, [json({ error: { message: 'Bad key' } }, { status: 401 })])
    expect(await rejection(collect(model.stream({ messages: question }, testRun())))).toMatchObject({
      code: 'wrong-credential',
      message: `${each.vendor} refused the API key (401): Bad key`,
    })
  })
})

describe('listing models', () => {
  const list = async (
    node: NodeDefinition,
    credential: Record<string, string>,
    answers: Answer[],
  ): Promise<InputOption[]> => {
    const { fetch } = replay(...answers)
    const { signal } = new AbortController()
    const models = await node.load?.listModels?.({ inputs: {}, credential, context: testContext({ fetch }), signal })
    return models ?? []
  }

  test('without a key, the list in the package', async () => {
    expect((await list(chatOpenAI, {}, [])).map(({ name }) => name)).toContain('gpt-4o-mini')
    expect((await list(groqChat, {}, [])).map(({ name }) => name)).toContain('openai/gpt-oss-20b')
  })

  test('with a key, what the vendor lists, without what does not chat', async () => {
    const answer = json({
      data: [{ id: 'gpt-4o' }, { id: 'text-embedding-3-small' }, { id: 'gpt-5.4' }, { id: 'whisper-1' }],
    })
    expect((await list(chatOpenAI, { openAIApiKey: 'secret' }, [answer])).map(({ name }) => name)).toEqual([
      'gpt-5.4',
      'gpt-4o',
    ])
  })

  test('a vendor that lists nothing is known from the list in the package', async () => {
    const missing = json({ detail: 'Not Found' }, { status: 404 })
    const names = (await list(chatPerplexity, { perplexityApiKey: 'secret' }, [missing])).map(({ name }) => name)
    expect(names).toContain('sonar')
    const refused = json({ error: { message: 'Bad key' } }, { status: 401 })
    expect(await rejection(list(groqChat, { groqApiKey: 'secret' }, [refused]))).toMatchObject({
      code: 'wrong-credential',
    })
  })

  test('a local server lists what it has', async () => {
    const { fetch } = replay(json({ data: [{ id: 'qwen' }, { id: 'nomic-embed' }] }))
    const { signal } = new AbortController()
    const context = testContext({ providerFetch: fetch })
    expect(await chatLMStudio.load?.listModels?.({ inputs: {}, credential: {}, context, signal })).toEqual([
      { label: 'qwen', name: 'qwen' },
    ])
  })
})

describe('the settings of OpenAI', () => {
  const sent = async (given: Record<string, unknown>): Promise<unknown> => {
    const inputs = { modelName: 'gpt-4o-mini', ...given }
    const { model, requests } = await build(
      { node: chatOpenAI, vendor: 'OpenAI', url: '', credential: { openAIApiKey: 'secret' }, inputs },
      [answerStream],
    )
    await collect(model.stream({ messages: question }, testRun()))
    return requests[0]
  }

  test('zero stays zero, text becomes numbers, what is empty is left out', async () => {
    expect(await sent({ temperature: '0', maxTokens: '100', topP: '', stopSequence: 'END, ###' })).toMatchObject({
      body: { temperature: 0, max_completion_tokens: 100, stop: ['END', '###'] },
    })
  })

  test('reasoning models behind another address get an effort and no sampling settings', async () => {
    const inputs = { modelName: 'gpt-5-mini', basepath: 'https://proxy.example/v1', temperature: 0.2 }
    const request = await sent({ ...inputs, reasoning: true, reasoningEffort: 'low' })
    expect(request).toMatchObject({ body: { model: 'gpt-5-mini', reasoning_effort: 'low' } })
    expect(request).not.toHaveProperty('body.temperature')
  })

  test('another address is asked in the old words, with extra headers', async () => {
    expect(
      await sent({ basepath: 'https://proxy.example/v1/', maxTokens: 5, baseOptions: '{"headers":{"x-team":"a"}}' }),
    ).toMatchObject({
      url: 'https://proxy.example/v1/chat/completions',
      headers: { 'x-team': 'a' },
      body: { max_tokens: 5 },
    })
  })

  test('a missing key is said before anything is sent', async () => {
    const error = await rejection(buildNode(chatOpenAI, { inputs: {} }))
    expect(error).toMatchObject({ code: 'missing-credential', hint: expect.stringContaining('OpenAI API') })
  })
})

test('an older API version of Azure is asked in its own words', async () => {
  const { model, requests } = await build(
    {
      node: azureChatOpenAI,
      vendor: 'Azure OpenAI',
      url: '',
      credential: {
        azureOpenAIApiKey: 'secret',
        azureOpenAIApiInstanceName: 'mine',
        azureOpenAIApiDeploymentName: 'gpt',
        azureOpenAIApiVersion: '2023-05-15',
      },
      inputs: { maxTokens: 7 },
    },
    [answerStream],
  )
  await collect(model.stream({ messages: question }, testRun()))
  expect(requests[0]?.body).toMatchObject({ max_tokens: 7 })
  expect(requests[0]?.body).not.toHaveProperty('stream_options')
})

test('a cache answers the same question without the vendor, and asks again for another', async () => {
  const stored = new Map<string, string>()
  const cache = {
    kind: 'cache',
    get: async (key: string) => stored.get(key),
    set: async (key: string, value: string) => void stored.set(key, value),
  }
  const { model, requests } = await build(
    {
      node: chatOpenAI,
      vendor: 'OpenAI',
      url: '',
      credential: { openAIApiKey: 'secret' },
      inputs: { cache, modelName: 'gpt-4o-mini' },
    },
    [answerStream, answerStream],
  )
  await collect(model.stream({ messages: question }, testRun()))
  expect(await collect(model.stream({ messages: question }, testRun()))).toEqual([
    { type: 'text', text: 'Hi there' },
    { type: 'finish', reason: 'stop' },
  ])
  expect(requests).toHaveLength(1)
  await collect(model.stream({ messages: [{ role: 'user', content: 'Other' }] }, testRun()))
  expect(requests).toHaveLength(2)
})

describe('openAI, the completion model', () => {
  const completion = sse([
    { choices: [{ text: 'Once ' }] },
    { choices: [{ text: 'upon', finish_reason: 'stop' }] },
    '[DONE]',
  ])
  const completionCase: Case = {
    node: openAI,
    vendor: 'OpenAI',
    url: '',
    credential: { openAIApiKey: 'secret' },
    inputs: { modelName: 'gpt-3.5-turbo-instruct' },
  }

  test('OpenAI’s chat models answer, now that its completion models are gone', async () => {
    const chosen = { ...completionCase, inputs: {} }
    const { model, requests } = await build(chosen, [
      json({ error: { message: 'The model `gpt-3.5-turbo-instruct` has been deprecated' } }, { status: 404 }),
    ])
    expect(model).toMatchObject({ modelName: 'gpt-6-luna', style: 'completion' })
    expect(await rejection(collect(model.stream({ messages: question }, testRun())))).toMatchObject({
      code: 'not-found',
      hint: expect.stringContaining('retired'),
    })
    expect(requests[0]?.url).toBe('https://api.openai.com/v1/responses')
  })

  test('continues a text', async () => {
    const { model, requests } = await build(completionCase, [completion])
    expect(model.style).toBe('completion')
    expect(await collect(model.stream({ messages: question }, testRun()))).toEqual([
      { type: 'text', text: 'Once ' },
      { type: 'text', text: 'upon' },
      { type: 'finish', reason: 'stop' },
    ])
    expect(requests[0]).toMatchObject({
      url: 'https://api.openai.com/v1/completions',
      body: { model: 'gpt-3.5-turbo-instruct', prompt: 'Hello', max_tokens: 512 },
    })
  })

  test('takes a conversation as lines', async () => {
    const { model, requests } = await build(completionCase, [completion])
    await collect(model.stream({ messages: [{ role: 'system', content: 'Be kind.' }, ...question] }, testRun()))
    expect(requests[0]?.body).toMatchObject({ prompt: 'Be kind.\n\nHuman: Hello\n\nAssistant:' })
  })
})

describe('replicate', () => {
  const replicateCase: Case = {
    node: replicate,
    vendor: 'Replicate',
    url: '',
    credential: { replicateApiKey: 'secret' },
    inputs: { model: 'meta/llama', additionalInputs: '{"top_k":3}' },
  }

  test('looks after a prediction until it is done', async () => {
    const { model, requests } = await build(replicateCase, [
      json({ id: 'p1', status: 'processing' }, { status: 201 }),
      json({ id: 'p1', status: 'succeeded', output: ['Hi ', 'there'] }),
    ])
    expect(await collect(model.stream({ messages: question }, testRun()))).toEqual([
      { type: 'text', text: 'Hi there' },
      { type: 'finish', reason: 'stop' },
    ])
    expect(requests).toMatchObject([
      {
        method: 'POST',
        url: 'https://api.replicate.com/v1/models/meta/llama/predictions',
        body: { input: { prompt: 'Hello', temperature: 0.7, top_k: 3 } },
      },
      { method: 'GET', url: 'https://api.replicate.com/v1/predictions/p1' },
    ])
  })

  test('cancels there what is cancelled here', async () => {
    const cancel = new AbortController()
    const reason = new Error('the person left')
    const processing = json({ id: 'p1', status: 'processing' }, { status: 201 })
    const { model, requests } = await build(replicateCase, [
      processing,
      async (request) => {
        cancel.abort(reason)
        return processing(request)
      },
      json({ id: 'p1', status: 'canceled' }),
    ])
    const run = testRun({ signal: cancel.signal })
    expect(await rejection(collect(model.stream({ messages: question }, run)))).toBe(reason)
    expect(requests.at(-1)).toMatchObject({
      method: 'POST',
      url: 'https://api.replicate.com/v1/predictions/p1/cancel',
    })
  })

  test('says why a prediction failed', async () => {
    const { model } = await build(replicateCase, [json({ id: 'p1', status: 'failed', error: 'CUDA out of memory' })])
    expect(await rejection(collect(model.stream({ messages: question }, testRun())))).toMatchObject({
      message: 'Replicate ended the prediction as failed: CUDA out of memory',
    })
  })
})
