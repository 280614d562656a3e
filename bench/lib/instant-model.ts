import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const SOURCE = `export default {
  name: 'instantModel',
  label: 'Instant',
  version: 1,
  category: 'Chat Models',
  description: 'Answers at once.',
  icon: 'instant.svg',
  baseClasses: ['Instant', 'BaseChatModel', 'BaseLanguageModel'],
  inputs: {},
  build: () => ({
    kind: 'chat-model',
    modelName: 'instant',
    style: 'chat',
    canCallTools: true,
    canSeeImages: false,
    async *stream() {
      yield { type: 'text', text: 'Well said.' }
      yield { type: 'usage', usage: { inputTokens: 9, outputTokens: 2 } }
      yield { type: 'finish', reason: 'stop' }
    },
  }),
}
`

/** A folder with a model that costs nothing: whatever a flow of it costs is ours. */
export function instantModelFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'chatwright-instant-'))
  for (const name of ['chat-models', 'icons']) mkdirSync(join(folder, name))
  writeFileSync(join(folder, 'chat-models/instant.mjs'), SOURCE)
  writeFileSync(join(folder, 'icons/instant.svg'), '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>')
  return folder
}
