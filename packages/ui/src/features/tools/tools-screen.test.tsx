import {
  authorizeCustomMcpServer,
  createCustomMcpServer,
  deleteCustomMcpServer,
  deleteTool,
  listCustomMcpServers,
  listTools,
  updateCustomMcpServer,
} from '@chatwright/contract'
import type { CustomMcpServer, CustomTool } from '@chatwright/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'

import { fakeApi } from '../../../test/fake-api.ts'
import { renderScreen, toldMessages } from '../../../test/render.tsx'
import ToolsScreen from './tools-screen.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const DATES = { createdDate: '2026-01-02T03:04:05.000Z', updatedDate: '2026-01-02T03:04:05.000Z' }
const aTool = (rest: Partial<CustomTool> = {}): CustomTool => ({
  id: 'tool-1',
  name: 'get_weather',
  description: 'Tells the weather.',
  color: 'red',
  iconSrc: null,
  schema: JSON.stringify([{ property: 'city', type: 'string', required: true }]),
  func: 'return $city',
  ...DATES,
  ...rest,
})
const aServer = (rest: Partial<CustomMcpServer> = {}): CustomMcpServer => ({
  id: 'server-1',
  name: 'Wiki',
  serverUrl: 'https://wiki.example.com/mcp',
  iconSrc: null,
  color: null,
  authType: 'NONE',
  authConfig: {},
  tools: null,
  toolCount: 2,
  status: 'AUTHORIZED',
  error: null,
  ...DATES,
  ...rest,
})

function open({ tools = [], servers = [] }: { tools?: CustomTool[]; servers?: CustomMcpServer[] }) {
  const api = fakeApi()
  api.on(listTools, () => tools)
  api.on(listCustomMcpServers, () => servers)
  return {
    api,
    show: (path: '/tools' | '/tools?tab=mcp' | '/tools?mcp=failed' | '/tools?mcp=connected' = '/tools') =>
      renderScreen(<ToolsScreen />, { path }),
  }
}

const choose = async (menu: string, action: string) => {
  await userEvent.click(await screen.findByRole('button', { name: menu }))
  await userEvent.click(await screen.findByRole('menuitem', { name: action }))
}
const inForm = async (name: string) => within(await screen.findByRole('dialog', { name }))
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } })

test('without tools it says what they are for, and leads to templates', async () => {
  open({}).show()
  expect(await screen.findByRole('heading', { name: /^Teach your agents something new/ })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'See tool templates' }).getAttribute('href')).toBe('/marketplaces?type=Tool')
})

test('tools that cannot be read say why, and Retry asks again', async () => {
  const { api, show } = open({ tools: [aTool()] })
  api.refuse(listTools, 'The database is locked.')
  show()
  expect((await screen.findByRole('alert')).textContent).toContain('The database is locked.')
  api.on(listTools, () => [aTool()])
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('get_weather')).toBeTruthy()
})

test('a tool is found by words of its description; one without a description says so', async () => {
  open({ tools: [aTool(), aTool({ id: 'tool-2', name: 'send_mail', description: '', schema: null })] }).show()
  expect(await screen.findByText('No description yet')).toBeTruthy()
  expect(screen.getByText('1 input')).toBeTruthy()
  expect(screen.getByText('0 inputs')).toBeTruthy()
  type(screen.getByRole('searchbox', { name: 'Search tools' }), 'weather tells')
  expect(screen.queryByText('send_mail')).toBeNull()
  type(screen.getByRole('searchbox', { name: 'Search tools' }), 'nowhere')
  expect(screen.getByRole('heading', { name: 'Nothing found for “nowhere”' })).toBeTruthy()
})

test('a file that is no tool is refused by its name', async () => {
  open({ tools: [aTool()] }).show()
  await userEvent.click(await screen.findByRole('button', { name: 'Import' }))
  const input = await waitFor(() => document.querySelector('input[type=file]') as HTMLInputElement)
  await userEvent.upload(input, new File(['{"a":1}'], 'notes.json', { type: 'application/json' }))
  await waitFor(() =>
    expect(toldMessages()).toEqual(['“notes.json” is not a tool: it needs at least a name and a description.']),
  )
})

test('a tool is exported as a file of its name', async () => {
  const saved: string[] = []
  URL.createObjectURL = () => 'blob:1'
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function keep(this: HTMLAnchorElement) {
    saved.push(this.download)
  })
  open({ tools: [aTool()] }).show()
  await choose('Actions for get_weather', 'Export')
  expect(saved).toEqual(['get_weather-CustomTool.json'])
})

test('a tool that flows use is deleted only after a second yes, which names them', async () => {
  const { api, show } = open({ tools: [aTool()] })
  api.on(deleteTool, ({ query }) =>
    query.force === 'true'
      ? ({ deleted: true } as never)
      : Response.json(
          { code: 'tool-in-use', error: 'x', message: '1 flow uses it.', details: { flows: [{ name: 'Support' }] } },
          { status: 409 },
        ),
  )
  show()
  await choose('Actions for get_weather', 'Delete')
  await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
  const again = within(await screen.findByRole('alertdialog', { name: '1 flow uses it.' }))
  expect(again.getByText(/Support/)).toBeTruthy()
  await userEvent.click(again.getByRole('button', { name: 'Delete anyway' }))
  await waitFor(() => expect(toldMessages()).toEqual(['Deleted “get_weather”']))
})

test('servers: empty, broken and reached; coming back from signing in says how it went', async () => {
  const { api, show } = open({})
  const { unmount } = show('/tools?tab=mcp')
  expect(await screen.findByRole('heading', { name: 'Give flows the tools of other products' })).toBeTruthy()
  unmount()
  api.on(listCustomMcpServers, () => ({
    data: [aServer(), aServer({ id: 'server-2', name: 'Mail', status: 'ERROR', error: 'It refused the token.' })],
    total: 2,
  }))
  const second = show('/tools?mcp=failed')
  expect(await screen.findByText(/^Couldn’t connect\./)).toBeTruthy()
  expect(screen.getByText('It refused the token.')).toBeTruthy()
  expect(screen.getAllByText('2 tools')).not.toEqual([])
  expect(screen.getByRole('button', { name: 'Refresh Wiki' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Connect Mail' })).toBeTruthy()
  second.unmount()
  show('/tools?mcp=connected')
  expect(await screen.findByText(/^Connected\./)).toBeTruthy()
})

test('servers that cannot be listed say why, and Retry asks again', async () => {
  const { api, show } = open({ servers: [aServer()] })
  api.refuse(listCustomMcpServers, 'The database is locked.')
  show('/tools?tab=mcp')
  expect((await screen.findByRole('alert')).textContent).toContain('The database is locked.')
  api.on(listCustomMcpServers, () => [aServer()])
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('https://wiki.example.com/mcp')).toBeTruthy()
})

test('a server needs a name and a whole address; saved, it is connected at once', async () => {
  const { api, show } = open({})
  api.on(createCustomMcpServer, () => aServer())
  api.on(authorizeCustomMcpServer, () => ({ ...aServer(), authorizationUrl: null }))
  show('/tools?tab=mcp')
  await userEvent.click(await screen.findByRole('button', { name: 'Add MCP server' }))
  const form = await inForm('Add MCP server')
  const save = form.getByRole('button', { name: 'Save and connect' })
  type(form.getByLabelText('Address'), 'ftp://wiki.example.com')
  fireEvent.click(save)
  expect(form.getByText('Enter a name.')).toBeTruthy()
  expect(form.getByText('Enter a complete URL, such as https://example.com/mcp.')).toBeTruthy()
  type(form.getByLabelText('Name'), ' Wiki ')
  type(form.getByLabelText('Address'), 'https://wiki.example.com/mcp')
  fireEvent.click(save)
  await waitFor(() => expect(toldMessages()).toEqual(['Wiki offers 2 tools.']))
  expect(api.sent(createCustomMcpServer).map(({ body }) => body)).toEqual([
    { name: 'Wiki', serverUrl: 'https://wiki.example.com/mcp', authType: 'NONE', authConfig: {} },
  ])
})

test('a header needs its value; a stored one stays only under its own name', async () => {
  const stored = aServer({ authType: 'CUSTOM_HEADERS', authConfig: { headers: { Authorization: '****' } } })
  const { api, show } = open({ servers: [stored] })
  api.on(updateCustomMcpServer, () => stored)
  api.on(authorizeCustomMcpServer, () => ({ ...stored, authorizationUrl: null }))
  show('/tools?tab=mcp')
  await choose('Actions for Wiki', 'Edit')
  const form = await inForm('Edit Wiki')
  const save = form.getByRole('button', { name: 'Save and connect' })
  type(form.getByLabelText('Header name'), 'X-Key')
  fireEvent.click(save)
  expect(form.getByText('Enter the header’s value.')).toBeTruthy()
  type(form.getByLabelText('Header name'), '')
  expect(form.getByText('Enter the header’s name.')).toBeTruthy()
  type(form.getByLabelText('Header name'), 'Authorization')
  expect(form.queryByText('Enter the header’s value.')).toBeNull()
  fireEvent.click(save)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(api.sent(updateCustomMcpServer).map(({ body }) => body.authConfig)).toEqual([
    { headers: { Authorization: '****' } },
  ])
})

test('what signs in with a browser sends only what was filled in, and keeps its secret', async () => {
  const stored = aServer({ authType: 'OAUTH', authConfig: { clientId: 'me', clientSecret: '****', scope: 'read' } })
  const { api, show } = open({ servers: [stored] })
  api.refuse(updateCustomMcpServer, 'The address is not allowed.')
  show('/tools?tab=mcp')
  await choose('Actions for Wiki', 'Edit')
  const form = await inForm('Edit Wiki')
  type(form.getByLabelText(/^Scope/), ' ')
  fireEvent.click(form.getByRole('button', { name: 'Save and connect' }))
  expect(await form.findByText('The address is not allowed.')).toBeTruthy()
  expect(api.sent(updateCustomMcpServer).map(({ body }) => body.authConfig)).toEqual([
    { clientId: 'me', clientSecret: '****' },
  ])
})

test('a server that cannot be reached keeps its row and is told; so is one that cannot be deleted', async () => {
  const { api, show } = open({ servers: [aServer()] })
  api.refuse(authorizeCustomMcpServer, 'It does not answer.')
  api.refuse(deleteCustomMcpServer, 'It is in use.')
  show('/tools?tab=mcp')
  await userEvent.click(await screen.findByRole('button', { name: 'Refresh Wiki' }))
  await waitFor(() => expect(toldMessages()).toEqual(['It does not answer.']))
  await choose('Actions for Wiki', 'Delete')
  await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(toldMessages().at(-1)).toBe('It is in use.'))
  api.on(deleteCustomMcpServer, () => ({ deleted: true }))
  await choose('Actions for Wiki', 'Delete')
  await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(toldMessages().at(-1)).toBe('Deleted “Wiki”'))
})

test('the tab stands in the address', async () => {
  const { address } = open({ tools: [aTool()] }).show()
  await userEvent.click(await screen.findByRole('tab', { name: 'MCP servers' }))
  expect(address()).toBe('/tools?tab=mcp')
  await userEvent.click(await screen.findByRole('tab', { name: 'Tools' }))
  expect(address()).toBe('/tools')
})
