import { nodeOutputs } from '../packages/core/src/index.ts'
import { loadCatalogue } from '../packages/nodes/src/catalogue/load-catalogue.ts'
import { drawOutline } from '../packages/nodes/src/templates/draw-outline.ts'
import { outlines } from '../packages/nodes/src/templates/own-templates.ts'
import { firstPrompt } from '../packages/server/src/flows/chatflows/first-prompt.ts'
import { labelsIn } from '../packages/ui/src/lib/steps/labels-in.ts'
import { nodeSummary, rowText } from '../packages/ui/src/features/canvas/model/node-summary.ts'
import { branchWords } from '../packages/ui/src/lib/steps/step-branches.ts'
import { splitParams } from '../packages/ui/src/features/canvas/model/node-rows.ts'
import { expect, test } from 'vitest'

const catalogue = await loadCatalogue()
const { describe } = catalogue

test('no card, branch or list tells of a template by braces or the id of a node', () => {
  const texts = outlines.flatMap((outline) => {
    const flow = drawOutline(outline, catalogue)
    const labelOf = labelsIn(flow)
    const onCards = flow.nodes.flatMap((node) => [
      nodeSummary(node, { describe, labelOf }),
      ...splitParams(node).card.map((param) => rowText(node, param, { describe, labelOf })),
      ...nodeOutputs(node).map(({ handle }) => JSON.stringify(branchWords(node, handle, labelOf))),
    ])
    const ids = flow.nodes.map(({ id }) => id)
    const inList = firstPrompt(JSON.stringify(flow), describe) ?? ''
    return [...onCards, inList].map((text) => ({ template: outline.id, text, ids }))
  })
  expect(texts.map(({ text }) => text)).toContain('Draft May this letter go?')
  const raw = texts.filter(({ text, ids }) => text.includes('{{') || ids.some((id) => text.includes(id)))
  expect(raw.map(({ template, text }) => `${template}: ${text}`)).toEqual([])
})
