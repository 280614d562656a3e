import { call, storeFlow } from './store-flow.ts'

/** Stores a chat model, a memory and a conversation chain, and returns the flow's id. */
export async function createConversation(serverUrl: string, modelUrl: string): Promise<string> {
  const credential = await call<{ id: string }>(serverUrl, 'POST', '/credentials', {
    name: 'Local',
    credentialName: 'openAIApi',
    plainDataObj: { openAIApiKey: 'sk-local' },
  })
  return storeFlow(serverUrl, {
    name: 'Conversation',
    nodes: { chatOpenAI: { basepath: modelUrl }, bufferMemory: {}, conversationChain: {} },
    links: [
      { from: 'chatOpenAI', to: 'conversationChain', input: 'model' },
      { from: 'bufferMemory', to: 'conversationChain', input: 'memory' },
    ],
    credentials: { chatOpenAI: credential.id },
  })
}
