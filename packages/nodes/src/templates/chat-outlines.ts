import type { FlowOutline } from './outline.ts'

export const chatOutlines: readonly FlowOutline[] = [
  {
    id: 'conversation',
    name: 'Conversation',
    description: 'Chats with a model and remembers the conversation. The flow most people build first.',
    usecases: ['Chat'],
    nodes: { chatOpenAI_0: {}, bufferMemory_0: {}, conversationChain_0: {} },
    edges: ['chatOpenAI_0 > conversationChain_0.model', 'bufferMemory_0 > conversationChain_0.memory'],
    note: 'Choose your OpenAI credential in the model, save, and chat. You can use any other chat model instead.',
  },
  {
    id: 'conversation-with-claude',
    name: 'Conversation with Claude',
    description: 'Chats with an Anthropic model that thinks first and understands images.',
    usecases: ['Chat'],
    nodes: {
      chatAnthropic_0: { inputs: { adaptiveThinking: true, allowImageUploads: true } },
      bufferMemory_0: {},
      conversationChain_0: {},
    },
    edges: ['chatAnthropic_0 > conversationChain_0.model', 'bufferMemory_0 > conversationChain_0.memory'],
    note: 'Choose your Anthropic credential in the model. The chat shows its thinking above the answer.',
  },
  {
    id: 'conversation-on-your-machine',
    name: 'Conversation on your machine',
    description: 'Chats with an open model on your own machine through Ollama. Nothing leaves the machine.',
    usecases: ['Chat', 'Local'],
    nodes: { chatOllama_0: { inputs: { modelName: 'llama3.2' } }, bufferWindowMemory_0: {}, conversationChain_0: {} },
    edges: ['chatOllama_0 > conversationChain_0.model', 'bufferWindowMemory_0 > conversationChain_0.memory'],
    note: 'Install Ollama, run "ollama pull llama3.2", and chat. Choose another installed model in the node.',
  },
  {
    id: 'long-conversation',
    name: 'Long conversation',
    description: 'Summarizes older messages, so long chats stay affordable.',
    usecases: ['Chat'],
    nodes: { chatOpenAI_0: {}, conversationSummaryBufferMemory_0: {}, conversationChain_0: {} },
    edges: [
      'chatOpenAI_0 > conversationChain_0.model',
      'chatOpenAI_0 > conversationSummaryBufferMemory_0.model',
      'conversationSummaryBufferMemory_0 > conversationChain_0.memory',
    ],
    note: 'One model answers and summarizes here. A smaller one is enough for the summary.',
  },
  {
    id: 'moderated-chat',
    name: 'Moderated chat',
    description: 'Checks every question against a list before the model sees it.',
    usecases: ['Chat', 'Safety'],
    nodes: {
      inputModerationSimple_0: { inputs: { denyList: 'ignore previous instructions\nreveal your system prompt' } },
      chatOpenAI_0: {},
      bufferMemory_0: {},
      conversationChain_0: {},
    },
    edges: [
      'inputModerationSimple_0 > conversationChain_0.inputModeration',
      'chatOpenAI_0 > conversationChain_0.model',
      'bufferMemory_0 > conversationChain_0.memory',
    ],
    note: 'Enter the phrases to block in the moderation node, one per line.',
  },
]
