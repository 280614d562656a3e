import { getNodeIcons } from '@chatwright/contract'
import { act, renderHook } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'

import { fakeApi } from '../../test/fake-api.ts'

const SHEET = `<svg xmlns="http://www.w3.org/2000/svg">
<svg data-nodes="chatOpenAI openAI" data-credentials="openAIApi" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 28 28"><rect width="28"/></svg>
<svg data-nodes="calculator" data-credentials="" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 28 28"><g><path d="M1 1"/></g></svg>
</svg>`

let api: ReturnType<typeof fakeApi>

beforeEach(() => {
  // Each test is a page of its own, which has asked for nothing yet.
  vi.resetModules()
  api = fakeApi()
})

/** Where the pictures of these nodes and kinds are, once that is known. */
async function places(nodes: readonly string[], kinds: readonly string[] = []): Promise<(string | undefined)[]> {
  const { useCredentialIcon, useNodeIcon } = await import('./icons.ts')
  const hooks = [
    ...nodes.map((name) => renderHook(() => useNodeIcon(name))),
    ...kinds.map((name) => renderHook(() => useCredentialIcon(name))),
  ]
  const known = () => hooks.map(({ result }) => result.current)
  expect(known()).toEqual(hooks.map(() => undefined))
  await act(() => vi.waitFor(() => expect(known()).not.toContain(undefined)))
  return known()
}

test('pictures of the catalogue are asked for once, all together', async () => {
  api.on(getNodeIcons, () => new Response(SHEET))
  const [openAI, former, calculator, kind] = await places(['chatOpenAI', 'openAI', 'calculator'], ['openAIApi'])
  expect(api.sent(getNodeIcons)).toHaveLength(1)
  expect(decodeURIComponent(openAI ?? '')).toMatch(/^data:image\/svg\+xml,<svg [^>]*viewBox="0 0 28 28"[^>]*><rect /)
  expect([former, kind]).toEqual([openAI, openAI])
  expect(decodeURIComponent(calculator ?? '')).toContain('<g><path d="M1 1"/></g></svg>')
})

test('what is not on the sheet, such as a node of other people, is asked for by itself', async () => {
  api.on(getNodeIcons, () => new Response(SHEET))
  expect(await places(['theirs'], ['theirApi'])).toEqual([
    '/api/v1/node-icon/theirs',
    '/api/v1/components-credentials-icon/theirApi',
  ])
})

test('without the sheet, each picture is asked for by itself', async () => {
  api.refuse(getNodeIcons, 'Not now', { status: 500 })
  expect(await places(['chatOpenAI'])).toEqual(['/api/v1/node-icon/chatOpenAI'])
})
