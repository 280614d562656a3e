import type { Flow, NodeDescription } from '@chatwright/core'
import { expect, test } from 'vitest'
import { takesPictures, uploadSettingsOf } from './upload-settings.ts'

const flowOf = (...nodes: [id: string, name: string, inputs?: Record<string, unknown>][]): Flow =>
  ({
    nodes: nodes.map(([id, name, inputs = {}]) => ({ id, data: { id, name, label: name.toUpperCase(), inputs } })),
    edges: [],
  }) as unknown as Flow

const file = (fileType: string | undefined) => ({
  name: 'upload',
  type: 'file',
  label: 'File',
  fileType,
  destination: false,
})
const described: Record<string, object> = {
  loader: { inputs: [file('.pdf, .txt'), { name: 'pages', type: 'number', label: 'Pages', destination: false }] },
  anything: { inputs: [file(undefined)] },
}
const describe = (name: string) => described[name] as NodeDescription | undefined

const unset = {
  allowedOrigins: [],
  allowedOriginsError: undefined,
  rateLimit: undefined,
  isRecorded: true,
  chatbot: {},
}

const settingsOf = (
  flow: Flow,
  { opened = {}, isOpen = true }: { opened?: Record<string, string[]>; isOpen?: boolean } = {},
) => {
  const inputs = new Map(Object.entries(opened).map(([node, names]) => [node, new Set(names)]))
  const settings = { ...unset, overrides: { isOpen, inputs, variables: new Set<string>() } }
  return uploadSettingsOf(flow, describe, { settings, hears: false })
}

const nothing = {
  isSpeechToTextEnabled: false,
  isImageUploadAllowed: false,
  isRAGFileUploadAllowed: false,
  imgUploadSizeAndTypes: [],
  fileUploadSizeAndTypes: [],
}

test('a flow takes nothing along by itself', () => {
  expect(settingsOf(flowOf(['loader_0', 'loader'], ['gone_0', 'gone']))).toEqual(nothing)
})

test.each([[true], ['true']])('it takes pictures where a model may see them (%j)', (allowImageUploads) => {
  const flow = flowOf(['loader_0', 'loader'], ['model_0', 'model', { allowImageUploads }])
  expect(settingsOf(flow)).toEqual({
    ...nothing,
    isImageUploadAllowed: true,
    imgUploadSizeAndTypes: [{ fileTypes: ['image/gif', 'image/jpeg', 'image/png', 'image/webp'], maxUploadSize: 5 }],
  })
  expect(takesPictures(flowOf(['model_0', 'model', { allowImageUploads: 'false' }]))).toBe(false)
})

const files = (...fileTypes: string[]) => ({
  ...nothing,
  isRAGFileUploadAllowed: true,
  fileUploadSizeAndTypes: [{ fileTypes, maxUploadSize: 50 }],
})

test.each([
  ['its input, by the node’s id', { loader_0: ['upload'] }],
  ['its input, by the node’s label', { LOADER: ['upload'] }],
  ['its files', { loader_0: ['files'] }],
])('it takes files where the owner opened %s', (_, opened) => {
  const flow = flowOf(['loader_0', 'loader'], ['anything_0', 'anything'])
  expect(settingsOf(flow, { opened })).toEqual(files('.pdf', '.txt'))
  expect(settingsOf(flow, { opened, isOpen: false })).toEqual(nothing)
})

test('one kind of file is enough', () => {
  expect(settingsOf(flowOf(['anything_0', 'anything']), { opened: { anything_0: ['upload'] } })).toEqual(files('*'))
})

test.each([[true], ['true']])(
  'it takes all its loaders take where uploads are on (%j), each type once',
  (fileUpload) => {
    const flow = flowOf(
      ['loader_0', 'loader'],
      ['loader_1', 'loader'],
      ['anything_0', 'anything'],
      ['store_0', 'store', { fileUpload }],
    )
    expect(settingsOf(flow)).toEqual(files('.pdf', '.txt', '*'))
  },
)

test('a model inside a step, or inside a tool of one, takes pictures too', () => {
  expect(takesPictures(flowOf(['llm_0', 'llm', { llmModelConfig: { allowImageUploads: true } }]))).toBe(true)
  const tools = [{ agentSelectedToolConfig: { modelConfig: { allowImageUploads: 'true' } } }]
  expect(takesPictures(flowOf(['agent_0', 'agent', { agentTools: tools }]))).toBe(true)
  expect(takesPictures(flowOf(['llm_0', 'llm', { llmModelConfig: { allowImageUploads: false } }]))).toBe(false)
})
