import type { Page } from 'playwright-core'

import { drawAgentFlow } from '../../packages/server/testing/agent-flow.ts'
import type { Product } from '../harness.ts'
import { walkThrough, type Way } from './ways-to-parts.ts'

const SHELL = 'header'

/** A run of an agent flow that waits for somebody, with a field to fill in. */
async function startWaiting(product: Product): Promise<{ executionId: string; review: string }> {
  const nodes = await product.api<Parameters<typeof drawAgentFlow>[0]>('GET', '/nodes')
  const fields = [{ type: 'number', label: 'Copies', name: 'copies', isRequired: true }]
  const flow = drawAgentFlow(nodes, {
    steps: { humanInputAgentflow_0: { humanInputDescription: 'Print the **letter**?', humanInputFields: fields } },
    edges: ['startAgentflow_0 > humanInputAgentflow_0'],
  })
  const stored = { name: 'Printing', type: 'AGENTFLOW', flowData: JSON.stringify(flow) }
  const { id } = await product.api<{ id: string }>('POST', '/chatflows', stored)
  const { executionId } = await product.api<{ executionId: string }>('POST', `/internal-prediction/${id}`, {
    question: 'Go',
  })
  const { items } = await product.api<{ items: { link: string }[] }>('GET', `/waits?chatflowId=${id}`)
  return { executionId, review: new URL(items[0]?.link ?? '').pathname }
}

const inMenu = ['home', 'knowledge', 'runs', 'retention', 'tests', 'triggers', 'channels', 'spend']
const besideMenu = ['recording', 'comparisons']

async function openScreen(page: Page, path: string): Promise<void> {
  await page.goto(`/${path}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
}

/** Ways to what has to do with runs, in English and in German. */
export const waysToRuns: readonly Way[] = [
  ...(['en', 'de'] as const).map((language): Way => ({
    to: `the screens of runs, in ${language}`,
    stored: { language },
    go: async (page) => {
      await walkThrough(page, inMenu)
      for (const path of besideMenu) await openScreen(page, path)
    },
  })),
  ...(['en', 'de'] as const).map((language): Way => ({
    to: `two versions compared, in ${language}`,
    stored: { language },
    go: async (page, product, chatflowId) => {
      const { id } = await product.api<{ id: string }>('POST', '/comparisons', { chatflowId, answers: 1 })
      await openScreen(page, `comparisons/${id}`)
    },
  })),
  {
    to: 'one store of documents',
    go: async (page, product) => {
      const { id } = await product.api<{ id: string }>('POST', '/document-store/store', { name: 'Handbook' })
      await openScreen(page, `knowledge/${id}`)
    },
  },
  {
    to: 'one execution, drawn on its flow, and the dialog that shares it',
    go: async (page, product) => {
      const { executionId } = await startWaiting(product)
      await page.goto(`/runs/${executionId}`)
      await page.locator('.react-flow__node').first().waitFor()
      await page.getByRole('button', { name: 'Share' }).click()
      await page.getByRole('dialog').getByRole('switch').waitFor()
    },
  },
  {
    to: 'a run, the form of one of its nodes, and an answer that is pinned',
    stays: SHELL,
    go: async (page, product, flowId) => {
      await product.api('POST', `/internal-prediction/${flowId}`, { question: 'Hello?' })
      const { items } = await product.api<{ items: { id: string }[] }>('GET', `/runs?chatflowId=${flowId}&limit=1`)
      await page.goto(`/runs/${items[0]?.id}`)
      // One after the other: a dialog would stand over what failed before it.
      await page.locator('.react-flow__node').first().waitFor()
      const steps = page.getByRole('region', { name: 'Steps' })
      await steps.getByRole('button', { name: /^ChatOpenAI/ }).click()
      await steps.getByRole('button', { name: 'Change this node' }).last().click()
      await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click()
      await steps.getByRole('button', { name: 'Pin an answer' }).last().click()
      await page.getByRole('dialog').getByRole('textbox', { name: 'Answer' }).waitFor()
      await page.keyboard.press('Escape')
      await steps.getByRole('button', { name: 'Show the recorded call' }).last().click()
      await steps.getByRole('button', { name: /^Try another prompt/ }).click()
      await page.getByRole('dialog').getByRole('textbox', { name: 'Variant 1' }).waitFor()
    },
  },
  {
    to: 'a limit of what runs may cost, and the price of a model',
    stays: SHELL,
    go: async (page) => {
      await openScreen(page, 'spend')
      await page.getByRole('button', { name: 'New limit' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
      await page.getByRole('button', { name: 'Set a price' }).click()
      await page.getByRole('dialog').getByRole('textbox', { name: 'Model' }).waitFor()
    },
  },
  {
    to: 'an answer that is kept as a test, its set, and the form of a case',
    stays: SHELL,
    go: async (page, product, flowId) => {
      await product.api('POST', `/internal-prediction/${flowId}`, { question: 'Hello?' })
      const { items } = await product.api<{ items: { id: string }[] }>('GET', `/runs?chatflowId=${flowId}&limit=1`)
      await page.goto(`/runs/${items[0]?.id}`)
      await page.getByRole('button', { name: 'Keep as test' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Keep', exact: true }).click()
      await page.getByRole('button', { name: 'Open the test set' }).click()
      await page.getByRole('button', { name: 'Add a case' }).click()
      await page.getByRole('dialog').getByRole('textbox', { name: 'Question' }).waitFor()
      await page.goto('/tests')
      await page.getByRole('button', { name: 'New test set' }).click()
      await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).waitFor()
    },
  },
  {
    to: 'an execution that is shared',
    go: async (page, product) => {
      const { executionId } = await startWaiting(product)
      const { shareId } = await product.api<{ shareId: string }>('PUT', `/executions/${executionId}`, {
        isPublic: true,
      })
      await page.goto(`/execution/${shareId}`)
      await page.locator('.react-flow__node').first().waitFor()
    },
  },
  {
    to: 'the page of a reviewer',
    go: async (page, product) => {
      const { review } = await startWaiting(product)
      await page.goto(review)
      await page.getByRole('textbox', { name: 'Copies' }).waitFor()
    },
  },
  {
    to: 'a decision in the list of what waits',
    stays: SHELL,
    go: async (page, product) => {
      await startWaiting(product)
      await page.goto('/runs?view=waiting')
      await page.getByRole('textbox', { name: 'Copies' }).first().waitFor()
    },
  },
]
