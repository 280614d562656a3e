import { expect, test } from 'vitest'

import { descriptions } from '../model/catalogue.fixture.ts'
import { localEntries } from './local-entries.ts'

const server = {
  label: 'Ollama',
  address: 'http://127.0.0.1:11434',
  nodeName: 'chatModel',
  addressInput: 'baseUrl',
  models: ['llama3.2', 'qwen3'],
}

test('each model is an entry of its own that brings its address and name', () => {
  const entries = localEntries([server], { catalogue: descriptions, note: ({ label }) => `Runs in ${label}` })
  expect(
    entries.map(({ description: { name, label, description }, inputs }) => ({ name, label, description, inputs })),
  ).toEqual([
    {
      name: 'chatModel',
      label: 'llama3.2',
      description: 'Runs in Ollama',
      inputs: { baseUrl: 'http://127.0.0.1:11434', modelName: 'llama3.2' },
    },
    {
      name: 'chatModel',
      label: 'qwen3',
      description: 'Runs in Ollama',
      inputs: { baseUrl: 'http://127.0.0.1:11434', modelName: 'qwen3' },
    },
  ])
})

test('a server whose node the catalogue lacks is left out', () => {
  const unknown = { ...server, nodeName: 'chatUnknown' }
  expect(localEntries([unknown], { catalogue: descriptions, note: () => '' })).toEqual([])
})
