import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testServer, type TestServer } from '../../../testing/test-server.ts'

interface Summary {
  id: string
  type: string
  templateName: string
  needs: string[]
  nodeNames: string[]
}

describe('The marketplace', () => {
  let server: TestServer
  let templates: Summary[]
  beforeAll(async () => {
    server = await testServer()
    templates = (await server.send('GET', '/api/v1/marketplaces/templates')).body
  })
  afterAll(() => server.close())

  test('[LIST-2] lists flows and tools without their graphs, saying what each needs', () => {
    expect(templates.filter(({ type }) => type === 'Chatflow').length).toBeGreaterThanOrEqual(20)
    expect(templates.filter(({ type }) => type === 'Tool').length).toBeGreaterThanOrEqual(6)
    expect(templates[0]).not.toHaveProperty('flowData')
    expect(templates.find(({ nodeNames }) => nodeNames.includes('chatOpenAI'))?.needs).toContain('openAIApi')
    expect(
      templates.filter(({ type, needs }) => type === 'Chatflow' && needs.length === 0).length,
    ).toBeGreaterThanOrEqual(5)
  })

  test('[LIST-2] every flow opens, and is saved as a flow of one’s own', async () => {
    for (const { id, templateName } of templates.filter(({ type }) => type === 'Chatflow')) {
      const template = await server.send('GET', `/api/v1/marketplaces/templates/${id}`)
      const { nodes } = JSON.parse(template.body.flowData)
      expect(nodes.length).toBeGreaterThan(1)
      const saved = await server.send('POST', '/api/v1/chatflows', {
        name: templateName,
        flowData: template.body.flowData,
      })
      expect([id, saved.status]).toEqual([id, 200])
    }
  })

  test('every tool becomes a tool of one’s own', async () => {
    const tools = (await server.send('GET', '/api/v1/marketplaces/tools')).body
    for (const { id: _, templateName: __, ...tool } of tools) {
      expect(await server.send('POST', '/api/v1/tools', tool)).toMatchObject({ status: 200 })
    }
  })

  test.each([
    ['handbook-answers', 'How many days of holiday do I have?', /28 days/],
    ['shop-assistant', 'How long does delivery take?', /two to four working days/],
    ['guarded-answers', 'What is the salary of my boss?', /may not speak about this/],
    ['guarded-answers', 'When do I need a note from a doctor?', /fourth day/],
    ['text-statistics', 'One two three. Four!', /\*\*4\*\* words in \*\*2\*\* sentences/],
    ['question-router', 'My oven is broken', /sounds urgent/],
    ['question-router', 'Do you sell ovens?', /one working day/],
    ['dice-and-numbers', '3d6+2', /^\*\*\d+\*\* \(\d, \d, \d and 2\)$/],
  ])('%s answers "%s" without any key', async (id, question, expected) => {
    const { templateName: name, flowData } = (await server.send('GET', `/api/v1/marketplaces/templates/${id}`)).body
    const flow = await server.send('POST', '/api/v1/chatflows', { name, flowData })
    const answer = await server.send('POST', `/api/v1/prediction/${flow.body.id}`, { question })
    expect(answer.body.text).toMatch(expected)
  })

  test('older clients read flows with their graphs; unknown ids are not found', async () => {
    const flows = (await server.send('GET', '/api/v1/marketplaces/chatflows')).body
    expect(Object.keys(flows[0]).sort()).toEqual(['description', 'flowData', 'id', 'name'])
    expect((await server.send('GET', '/api/v1/marketplaces/templates/nope')).body.code).toBe('template-not-found')
  })
})
