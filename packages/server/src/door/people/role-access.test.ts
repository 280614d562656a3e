import { ROLE_NAMES, ROLES, type PersonRole } from '@chatwright/core'
import { afterAll, expect, inject, test } from 'vitest'
import { createMigratedPostgresDatabase } from '../../../testing/own-database.ts'
import { sampleRequest } from '../../../testing/sample-request.ts'
import { testServer } from '../../../testing/test-server.ts'

// Every role at every closed route that is served: a route is in the matrix the day it appears.
const postgresUrl = inject('postgresUrl')
const env = { CHATWRIGHT_USERNAME: 'root', CHATWRIGHT_PASSWORD: 'the operator' }
const basic = (name: string, password: string) => ({
  authorization: `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`,
})
const servers = [
  await testServer({ env }),
  ...(postgresUrl ? [await testServer({ env, databaseUrl: await createMigratedPostgresDatabase(postgresUrl) })] : []),
]
afterAll(async () => {
  for (const server of servers) await server.close()
})

test.each(ROLE_NAMES)('%s reaches what its words open, and nothing else', async (role) => {
  for (const server of servers) {
    const headers = await join(server, role)
    const routes = server.services.handlers.flatMap(({ route }) => (route.access === 'owner' ? [route] : []))
    expect(routes.length).toBeGreaterThan(200)
    for (const route of routes) {
      const { url, body } = sampleRequest(route, { id: 'nothing' })
      // What changes something is sent nonsense: the server goes on being asked.
      const sent = route.method === 'GET' ? body : { nothing: 'declared' }
      const answer = await server.send(route.method, url, sent, headers)
      const isHeld = route.right === 'signed-in' || (ROLES[role] as readonly string[]).includes(route.right ?? '')
      const label = `${role} at ${route.method} ${route.path} (${route.right})`
      if (isHeld) expect(answer.body?.message ?? '', label).not.toMatch(/role doesn't have/)
      else expect([answer.status, answer.body.code], label).toEqual([403, 'forbidden'])
    }
  }
})

test('each word opens something, and no role but the owner has the server', () => {
  for (const role of ROLE_NAMES.filter((name) => name !== 'owner')) expect(ROLES[role]).not.toContain('server.admin')
  expect(ROLES.viewer.filter((right) => !right.endsWith('.read'))).toEqual([])
})

async function join(server: (typeof servers)[number], role: PersonRole) {
  const operator = basic('root', 'the operator')
  const invited = await server.send('POST', '/api/v1/people', { name: role, login: role, role }, operator)
  const { token } = invited.body.link
  const used = await server.send('POST', '/api/v1/password-links/use', { token, password: 'correct horse' })
  expect(used.status, used.text).toBe(200)
  return basic(role, 'correct horse')
}
