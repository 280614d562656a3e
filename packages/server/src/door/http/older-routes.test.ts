import { afterAll, expect, test } from 'vitest'
import { sampleRequest } from '../../../testing/sample-request.ts'
import { testServer } from '../../../testing/test-server.ts'
import { olderRoutes } from './older-routes.ts'

const server = await testServer()
afterAll(() => server.close())
const served = server.services.handlers.map((handler) => handler.route)

/** Every address that the older product documents for programs and its own pages, version 1.3 to 3.1. */
const documented = `
GET apikey · POST apikey · PUT apikey/:id · DELETE apikey/:id · GET verify/apikey/:apiKey
GET assistants · POST assistants · GET assistants/:id · GET assistants/components/chatmodels · POST attachments/:id/:chatId
GET chatflows · POST chatflows · GET chatflows/:id · PUT chatflows/:id · DELETE chatflows/:id · GET chatflows/apikey/:apiKey
GET chatflows/has-changed/:id/:date · POST chatflows/:id/webhook-secret · GET chatflows/:id/schedule/status
PATCH chatflows/:id/schedule/enabled · GET chatflows-streaming/:id · GET chatflows-uploads/:id
GET chatmessage/:id · PUT chatmessage/abort/:id/:chatId · DELETE chatmessage/:id · GET internal-chatmessage/:id
GET components-credentials · GET components-credentials/:name · GET components-credentials-icon/:name
GET credentials · POST credentials · GET credentials/:id · PUT credentials/:id · DELETE credentials/:id · GET credentials/:id/reveal
GET custom-mcp-servers · GET database/export · POST database/load · GET datasets · GET document-store/store
GET datasets/set/:id · POST datasets/set · POST datasets/rows · POST document-store/upsert/:id
POST document-store/vectorstore/query · GET evaluations · GET evaluations/:id · POST evaluations · GET evaluators
GET executions · GET executions/:id · PUT executions/:id · DELETE executions/:id · DELETE executions · GET public-executions/:id
POST export-import/export · POST export-import/import · POST export-import/chatflow-messages
POST feedback · POST feedback/:id · GET feedback/:id · PUT feedback/:id · GET fetch-links · GET flow-config/:id
GET get-upload-file · POST internal-prediction/:id · GET ip · POST leads · GET leads/:id · POST load-prompt · POST prompts-list
GET logs · GET marketplaces/chatflows · GET marketplaces/tools · GET marketplaces/templates · GET marketplaces/custom
POST mcp/:id · GET mcp-server/:id · POST node-config · POST node-custom-function · GET node-icon/:name
POST node-load-method/:name · GET nodes · GET nodes/:name · GET nodes/category/:name · POST oauth2-credential/authorize/:id
GET openai-assistants · POST openai-assistants-file/download · GET openai-assistants-vector-store · GET openai-realtime/:id
GET ping · POST prediction/:id · GET public-chatbotConfig/:id · GET public-chatflows/:id · GET settings · GET stats/:id
POST text-to-speech/generate · POST text-to-speech/abort · GET text-to-speech/voices
GET tools · POST tools · GET tools/:id · PUT tools/:id · DELETE tools/:id · GET upsert-history/:id · PATCH upsert-history
GET validation/:id · GET variables · POST variables · PUT variables/:id · DELETE variables/:id
POST vector/upsert/:id · POST vector/internal-upsert/:id · GET version · POST webhook/:id · GET webhook-listener
POST agentflowv2-generator/generate · GET account · POST auth/login · GET user · GET organization · GET role · GET workspace
GET loginmethod · GET audit · GET organizationuser · GET workspaceuser · GET nvidia-nim/preload · GET pricing
`
  .split(/[·\n]/)
  .map((line) => line.trim())
  .filter((line) => line !== '')

const shape = (path: string): string => path.replaceAll(/:\w+/g, ':')

test.each(documented)('%s is served, or says why not and what there is instead', async (line) => {
  const [method = '', path = ''] = line.split(' ')
  const route = served.find((each) => each.method === method && shape(each.path) === shape(`/${path}`))
  if (route) {
    const { url, body } = sampleRequest(route)
    const answer = await server.app.inject({
      method: route.method,
      url,
      headers: { host: 'localhost' },
      ...(body !== undefined && { payload: body as object }),
    })
    expect(answer.statusCode, answer.body).not.toBe(405)
    expect(answer.statusCode, answer.body).toBeLessThan(500)
    return
  }
  const answer = await server.app.inject({
    method: method as 'GET',
    url: `/api/v1/${path.replaceAll(/:\w+/g, 'some')}`,
    headers: { host: 'localhost' },
  })
  expect([404, 405], answer.body).toContain(answer.statusCode)
  const { message } = answer.json<{ message: string }>()
  expect(message).not.toMatch(/^This address doesn't/)
  expect(message).toMatch(/^[A-Z].*\.$/s)
})

test('every address that a sentence names is served', () => {
  const named = Object.values(olderRoutes).flatMap((text) => text.match(/(?:GET|POST|PUT) \/[\w/:-]+\w/g) ?? [])
  expect(named.length).toBeGreaterThan(5)
  const known = new Set(served.map(({ method, path }) => `${method} ${shape(path)}`))
  expect(named.filter((line) => !known.has(shape(line)))).toEqual([])
})

test('no sentence speaks of an address that is served, unless it is only read', () => {
  const paths = new Set(served.filter(({ method }) => method !== 'GET').map(({ path }) => path.split('/')[1]))
  expect(Object.keys(olderRoutes).filter((place) => !place.includes('/') && paths.has(place))).toEqual([])
})
