import { NodeError, type AnswerEvent, type Chat, type ModelEvent, type Prompt, type Turn } from '@chatwright/core'
import { describe, expect, test } from 'vitest'
import { buildNode } from '../../test/build-node.ts'
import { collect, rejection, textOf } from '../../test/collect.ts'
import { fixedMemory, scriptedModel } from '../../test/conforming-values.ts'
import { testRun } from '../../test/test-run.ts'
import csvOutputParser from '../output-parsers/csv-output-parser.ts'
import chatPromptTemplate from '../prompts/chat-prompt-template.ts'
import promptTemplate from '../prompts/prompt-template.ts'
import conversationChain from './conversation-chain.ts'
import llmChain from './llm-chain.ts'

const ask = (chat: Chat, question: string, rest: Partial<Turn> = {}): Promise<AnswerEvent[]> =>
  collect(chat.answer({ question, ...rest }, testRun({ question })))

const refuseAll = [{ kind: 'moderation', check: async () => 'Not here.' }]

describe('conversationChain', () => {
  test('puts the system message, the history and the question, streams, and remembers', async () => {
    const model = scriptedModel(['Fine, thanks'])
    const memory = fixedMemory([
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: 'Hello' },
    ])
    const chat = await buildNode<Chat>(conversationChain, {
      inputs: { model, memory, systemMessagePrompt: 'Be brief.' },
    })
    expect(await ask(chat, 'How are you?')).toEqual([
      { type: 'token', text: 'Fine, ' },
      { type: 'token', text: 'thanks' },
    ])
    expect(model.requests).toEqual([
      {
        messages: [
          { role: 'system', content: 'Be brief.' },
          { role: 'user', content: 'Hi' },
          { role: 'assistant', content: 'Hello' },
          { role: 'user', content: 'How are you?' },
        ],
      },
    ])
    expect(memory.saved).toEqual([{ question: 'How are you?', answer: 'Fine, thanks' }])
  })

  test('follows a chat prompt, with the history before the last human message', async () => {
    const model = scriptedModel(['Oui'])
    const prompt = await buildNode<Prompt>(chatPromptTemplate, {
      inputs: {
        systemMessagePrompt: 'Speak {language}.',
        humanMessagePrompt: 'Q: {input}',
        promptValues: '{"language":"French"}',
      },
    })
    const memory = fixedMemory([{ role: 'user', content: 'Hi' }])
    const chat = await buildNode<Chat>(conversationChain, { inputs: { model, memory, chatPromptTemplate: prompt } })
    await ask(chat, 'Yes?')
    expect(model.requests[0]?.messages).toEqual([
      { role: 'system', content: 'Speak French.' },
      { role: 'user', content: 'Hi' },
      { role: 'user', content: 'Q: Yes?' },
    ])
  })

  test('a prompt that names the history gets it as text', async () => {
    const model = scriptedModel(['Yes'])
    const prompt = await buildNode<Prompt>(chatPromptTemplate, {
      inputs: { systemMessagePrompt: 'So far:\n{chat_history}', humanMessagePrompt: '{input}' },
    })
    const memory = fixedMemory([
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: 'Hello' },
    ])
    const chat = await buildNode<Chat>(conversationChain, { inputs: { model, memory, chatPromptTemplate: prompt } })
    await ask(chat, 'Yes?')
    expect(model.requests[0]?.messages).toEqual([
      { role: 'system', content: 'So far:\nHuman: Hi\nAssistant: Hello' },
      { role: 'user', content: 'Yes?' },
    ])
  })

  test('says a refusal instead of asking the model', async () => {
    const model = scriptedModel([])
    const chat = await buildNode<Chat>(conversationChain, {
      inputs: { model, memory: fixedMemory(), inputModeration: refuseAll },
    })
    expect(await ask(chat, 'Bad?')).toEqual([{ type: 'token', text: 'Not here.' }])
    expect(model.requests).toEqual([])
  })

  test('shows thinking apart from the answer, and how long it took', async () => {
    const events: ModelEvent[] = [
      { type: 'thinking', text: 'Hm' },
      { type: 'text', text: 'Yes' },
      { type: 'finish', reason: 'stop' },
    ]
    const chat = await buildNode<Chat>(conversationChain, {
      inputs: { model: scriptedModel([events]), memory: fixedMemory() },
    })
    expect(await ask(chat, 'Really?')).toEqual([
      { type: 'thinking', text: 'Hm' },
      { type: 'thinking', text: '', durationMs: expect.any(Number) },
      { type: 'token', text: 'Yes' },
    ])
  })

  test('sends images to a model that can see, and says so when it cannot', async () => {
    const image = { type: 'image', mimeType: 'image/png', data: 'AAAA' } as const
    const seeing = scriptedModel(['A cat'])
    const chat = await buildNode<Chat>(conversationChain, { inputs: { model: seeing, memory: fixedMemory() } })
    await ask(chat, 'What is it?', { attachments: [image] })
    expect(seeing.requests[0]?.messages.at(-1)?.content).toEqual([{ type: 'text', text: 'What is it?' }, image])

    const blind = await buildNode<Chat>(conversationChain, {
      inputs: { model: scriptedModel([], { canSeeImages: false }), memory: fixedMemory() },
    })
    expect(await rejection(ask(blind, 'What is it?', { attachments: [image] }))).toMatchObject({
      code: 'unsupported',
      field: 'allowImageUploads',
    })
  })
})

describe('llmChain', () => {
  const prompt = (template: string, promptValues?: string): Promise<Prompt> =>
    buildNode<Prompt>(promptTemplate, { inputs: { template, promptValues } })

  test('fills the one name left open with the question', async () => {
    const model = scriptedModel(['Sock Co'])
    const chat = await buildNode<Chat>(llmChain, {
      inputs: { model, prompt: await prompt('A {kind} name for {product}', '{"kind":"funny"}') },
    })
    expect(textOf(await ask(chat, 'socks'))).toBe('Sock Co')
    expect(model.requests[0]?.messages).toEqual([{ role: 'user', content: 'A funny name for socks' }])
  })

  test('runs with its own values when none is left open', async () => {
    const model = scriptedModel(['Yes'])
    const chat = await buildNode<Chat>(llmChain, { inputs: { model, prompt: await prompt('Say {x}', '{"x":0}') } })
    await ask(chat, 'ignored')
    expect(model.requests[0]?.messages).toEqual([{ role: 'user', content: 'Say 0' }])
  })

  test('names the values that are missing when two or more are', async () => {
    const chat = await buildNode<Chat>(llmChain, {
      inputs: { model: scriptedModel([]), prompt: await prompt('{a} {b} {c}', '{"b":"1"}') },
    })
    expect(await rejection(ask(chat, 'x'))).toMatchObject({
      code: 'missing-input',
      message: 'The prompt has 2 variables without a value: a, c.',
    })
  })

  test('hands its answer on when the output is the prediction', async () => {
    const run = testRun({ question: 'socks' })
    const value = await buildNode<string>(llmChain, {
      inputs: { model: scriptedModel(['Sock Co']), prompt: await prompt('Name for {product}') },
      output: 'outputPrediction',
      request: { question: 'socks', run },
    })
    expect(value).toBe('Sock Co')
  })

  test('answers with data when a parser is connected, asking once more when it may fix', async () => {
    const model = scriptedModel(['one two', '1,2'])
    const outputParser = {
      kind: 'output-parser',
      instructions: 'Numbers with commas.',
      autofix: true,
      parse: (text: string) => {
        if (!/^\d/.test(text)) throw new NodeError('There is no number.')
        return text.split(',').map(Number)
      },
    }
    const chat = await buildNode<Chat>(llmChain, {
      inputs: { model, prompt: await prompt('Count to {number}'), outputParser },
    })
    expect(await ask(chat, 'two')).toEqual([{ type: 'json', value: [1, 2] }])
    expect(model.requests.map(({ messages }) => messages)).toEqual([
      [{ role: 'user', content: 'Count to two\n\nNumbers with commas.' }],
      [
        { role: 'user', content: 'Count to two\n\nNumbers with commas.' },
        { role: 'assistant', content: 'one two' },
        { role: 'user', content: expect.stringContaining('There is no number.') },
      ],
    ])
  })

  test('does not advise to turn on the fixing that is on and did not help', async () => {
    const outputParser = await buildNode(csvOutputParser, { inputs: { autofixParser: true } })
    const chat = await buildNode<Chat>(llmChain, {
      inputs: { model: scriptedModel([' ', ' ']), prompt: await prompt('Count to {number}'), outputParser },
    })
    await expect(ask(chat, 'two')).rejects.toMatchObject({
      message: 'The answer contains no values. The model answered nothing.',
      hint: expect.stringMatching(/repeated it/),
    })
  })
})
