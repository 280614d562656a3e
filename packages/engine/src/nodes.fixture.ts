import {
  anchor,
  branch,
  defineNode,
  json,
  string,
  type Chat,
  type ChatModel,
  type Memory,
  type Message,
  type ModelEvent,
} from '@chatwright/core'

/** A model that says its input back, word by word. */
export const echoModel = defineNode({
  name: 'echoModel',
  label: 'Echo Model',
  version: 1,
  category: 'Chat Models',
  description: 'Says what it hears.',
  icon: 'echo.svg',
  baseClasses: ['EchoModel', 'BaseChatModel', 'BaseLanguageModel'],
  inputs: { prefix: string({ label: 'Prefix', optional: true }) },
  build: ({ inputs }): ChatModel => ({
    kind: 'chat-model',
    modelName: 'echo',
    style: 'chat',
    canCallTools: false,
    canSeeImages: false,
    async *stream({ messages }): AsyncGenerator<ModelEvent> {
      const said = messages.map(({ content }) => (typeof content === 'string' ? content : '[parts]')).join('|')
      for (const word of `${inputs.prefix ?? ''}${said}`.split(/(?<= )/)) yield { type: 'text', text: word }
      yield { type: 'usage', usage: { inputTokens: messages.length, outputTokens: 2 } }
      yield { type: 'finish', reason: 'stop' }
    },
  }),
})

/** A chain with an optional system text and memory. */
export const talkChain = defineNode({
  name: 'talkChain',
  label: 'Talk Chain',
  version: 1,
  category: 'Chains',
  description: 'Asks the model.',
  icon: 'chain.svg',
  baseClasses: ['TalkChain', 'BaseChain'],
  traits: { answers: ['talkChain'], usesRequest: ['text'] },
  outputs: {
    talkChain: { label: 'Chain', baseClasses: ['TalkChain', 'BaseChain'] },
    text: { label: 'Text', baseClasses: ['string', 'json'] },
  },
  inputs: {
    model: anchor('BaseChatModel', { label: 'Model' }),
    memory: anchor('BaseMemory', { label: 'Memory', optional: true }),
    system: string({ label: 'System', optional: true, acceptVariable: true }),
    values: json({ label: 'Values', optional: true, acceptVariable: true, list: true }),
  },
  build: async ({ inputs, output, request }): Promise<Chat | string> => {
    const chat: Chat = {
      kind: 'chat',
      async *answer({ question }, run) {
        const messages: Message[] = (await inputs.memory?.load(run)) ?? []
        if (inputs.system) messages.unshift({ role: 'system', content: inputs.system })
        if (inputs.values) messages.push({ role: 'system', content: JSON.stringify(inputs.values) })
        messages.push({ role: 'user', content: question })
        let text = ''
        for await (const event of inputs.model.stream({ messages }, run)) {
          if (event.type !== 'text') continue
          text += event.text
          yield { type: 'token', text: event.text }
        }
        await inputs.memory?.save({ question, answer: text }, run)
      },
    }
    if (output !== 'text' || !request) return chat
    let text = ''
    for await (const event of chat.answer({ question: request.question }, request.run)) {
      if (event.type === 'token') text += event.text
    }
    return text
  },
})

/** Remembers by session, as a shared value must. */
export const sessionMemory = defineNode({
  name: 'sessionMemory',
  label: 'Session Memory',
  version: 1,
  category: 'Memory',
  description: 'Remembers each session apart.',
  icon: 'memory.svg',
  baseClasses: ['SessionMemory', 'BaseMemory'],
  inputs: {},
  build: (): Memory => {
    const sessions = new Map<string, Message[]>()
    return {
      kind: 'memory',
      memoryKey: 'chat_history',
      load: async (run) => [...(sessions.get(run.session.sessionId) ?? [])],
      save: async ({ question }, run) => {
        const known = sessions.get(run.session.sessionId) ?? []
        sessions.set(run.session.sessionId, [...known, { role: 'user', content: question }])
      },
      clear: async (session) => void sessions.delete(session.sessionId),
    }
  },
})

/** Takes the branch whose name is in the question. */
export const fork = defineNode({
  name: 'fork',
  label: 'Fork',
  version: 1,
  category: 'Utilities',
  description: 'Chooses a branch.',
  icon: 'fork.svg',
  baseClasses: ['Fork'],
  traits: { branches: true, usesRequest: true },
  outputs: {
    yes: { label: 'Yes', baseClasses: ['Fork'] },
    no: { label: 'No', baseClasses: ['Fork'] },
  },
  inputs: {},
  build: ({ request }) => branch(request?.question.startsWith('yes') ? 'yes' : 'no', 'chosen'),
})
