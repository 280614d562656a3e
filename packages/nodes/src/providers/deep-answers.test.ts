import { NodeError, type ChatModel, type NodeDefinition } from '@chatwright/core'
import { expect, test } from 'vitest'
import { buildNode } from '../../test/build-node.ts'
import { collect, rejection } from '../../test/collect.ts'
import { json, replay, text } from '../../test/replay.ts'
import { testContext } from '../../test/test-context.ts'
import { testRun } from '../../test/test-run.ts'
import chatAnthropic from '../chat-models/chat-anthropic.ts'
import chatGoogleGenerativeAI from '../chat-models/chat-google-generative-ai.ts'
import chatOllama from '../chat-models/chat-ollama.ts'
import chatOpenAI from '../chat-models/chat-openai.ts'
import openAIEmbeddings from '../embeddings/openai-embeddings.ts'

// What a tool is called with is gone through by whatever follows: the trace, the tool, the search for secrets in it.
const credential = { openAIApiKey: 'k', anthropicApiKey: 'k', googleGenerativeAPIKey: 'k' }
const depth = 20_000
const bottomless = `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`
const calls: Record<string, [NodeDefinition, string]> = {
  Anthropic: [
    chatAnthropic,
    `{"content":[{"type":"tool_use","id":"1","name":"t","input":${bottomless}}],"stop_reason":"tool_use"}`,
  ],
  Google: [
    chatGoogleGenerativeAI,
    `{"candidates":[{"content":{"parts":[{"functionCall":{"name":"t","args":${bottomless}}}]},"finishReason":"STOP"}]}`,
  ],
  Ollama: [chatOllama, `{"message":{"tool_calls":[{"function":{"name":"t","arguments":${bottomless}}}]},"done":true}`],
  OpenAI: [chatOpenAI, `{"choices":[{"message":{"content":"a","annotations":${bottomless}},"finish_reason":"stop"}]}`],
}

test.each(
  Object.entries(calls).flatMap(([vendor, [node, body]]) =>
    [true, false].map((streaming) => [vendor, streaming, node, body] as const),
  ),
)('an answer of %s without a bottom is an error of the provider (streamed: %s)', async (_, streaming, node, body) => {
  const framed = streaming && node !== chatOllama ? `data: ${body}\n\n` : body
  const answer = text(framed, { headers: { 'content-type': streaming ? 'text/event-stream' : 'application/json' } })
  const model = await buildNode<ChatModel>(node, {
    inputs: { streaming },
    credential,
    context: testContext({ fetch: replay(answer).fetch, providerFetch: replay(answer).fetch }),
  })
  const asked = collect(model.stream({ messages: [{ role: 'user', content: 'Hi' }] }, testRun()))
  const error = await rejection(asked)
  expect(error).toBeInstanceOf(NodeError)
  expect((error as NodeError).message).toContain('nested deeper than 100 levels')
})

test('a vector under a number that no text has is passed over at once', async () => {
  const data = [
    { index: 0, embedding: [1] },
    { index: 4_000_000_000, embedding: [2] },
  ]
  const { fetch } = replay(json({ data }), json({ data }))
  const embeddings = await buildNode(openAIEmbeddings, {
    inputs: {},
    credential,
    context: testContext({ fetch, providerFetch: fetch }),
  })
  expect(
    await (embeddings as { embedDocuments: (texts: string[], run: unknown) => Promise<unknown> }).embedDocuments(
      ['a'],
      testRun(),
    ),
  ).toEqual([[1]])
})
