import { loadCatalogue } from '@chatwright/nodes'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { describeNodes, describeRoutes, withoutComments } from '../testing/public-surface.ts'
import { commandsPage, environmentPage, errorsPage, eventsPage, limitsPage, routesPage } from '../testing/reference.ts'
import { testServer } from '../testing/test-server.ts'

// What programs, flow files and own nodes rely on stands in docs/surface, so that a review sees when it changes. After a change that is
// meant, `npm run surface` writes it anew.
const root = fileURLToPath(new URL('../../..', import.meta.url))
const kept = (name: string): string => join(root, 'docs/surface', name)
const reference = (name: string): string => join(root, 'docs/reference', name)
const declarations = (name: string): string =>
  withoutComments(readFileSync(join(root, 'packages/core/src', name), 'utf8'))

test('the routes', async () => {
  const server = await testServer()
  const served = server.services.handlers.map(({ route }) => route)
  await server.close()
  const routes = describeRoutes(served)
  expect(routes).toContain('POST /api/v1/prediction/{id} (flow)')
  await expect(`${routes}\n`).toMatchFileSnapshot(kept('routes.txt'))
  await expect(routesPage(served)).toMatchFileSnapshot(reference('http-api.md'))
})

test('the reference of settings, commands, error codes, events and limits', async () => {
  await expect(environmentPage()).toMatchFileSnapshot(reference('environment.md'))
  await expect(commandsPage()).toMatchFileSnapshot(reference('cli.md'))
  await expect(errorsPage()).toMatchFileSnapshot(reference('errors.md'))
  await expect(eventsPage()).toMatchFileSnapshot(reference('events.md'))
  await expect(limitsPage()).toMatchFileSnapshot(reference('limits.md'))
})

test('the nodes and credentials', async () => {
  const { nodes, credentials } = await loadCatalogue()
  const described = describeNodes(nodes, credentials)
  expect(described).toContain('chatOpenAI v')
  await expect(`${described}\n`).toMatchFileSnapshot(kept('nodes.txt'))
})

test('flow files', async () => {
  const described = declarations('flow/document.ts')
  expect(described).toContain('interface FlowNode')
  await expect(`${described}\n`).toMatchFileSnapshot(kept('flow-files.txt'))
})

test('events, and how a node is declared', async () => {
  const files = ['run/events.ts', 'values/answer-event.ts', 'node/definition.ts', 'node/context.ts', 'node/inputs.ts']
  const described = files.map((file) => `// ${file}\n${declarations(file)}`).join('\n\n')
  expect(described).toContain("type: 'run-end'")
  await expect(`${described}\n`).toMatchFileSnapshot(kept('events-and-nodes.txt'))
})
