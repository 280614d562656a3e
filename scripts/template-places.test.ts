import type { LocalModelServer } from '../packages/contract/src/index.ts'
import { loadCatalogue } from '../packages/nodes/src/catalogue/load-catalogue.ts'
import { drawOutline } from '../packages/nodes/src/templates/draw-outline.ts'
import { outlines } from '../packages/nodes/src/templates/own-templates.ts'
import { documentFlow } from '../packages/ui/src/features/chatflows/model/document-flow.ts'
import { localModelFlow } from '../packages/ui/src/features/chatflows/model/local-model-flow.ts'
import { findHidden } from '../packages/ui/src/features/canvas/model/edge-paths.ts'
import { layoutFlow } from '../packages/ui/src/features/canvas/model/layout.ts'
import { nodeGeometry } from '../packages/ui/src/features/canvas/model/node-geometry.ts'
import { GUTTER } from '../packages/ui/src/features/canvas/model/place-node.ts'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

// Only the canvas knows how large a card is, and the nodes may not import it: the places of templates are kept in a file.
// After a change of a template or a card, `npm run template-places` writes it again.
const kept = fileURLToPath(new URL('../packages/nodes/src/templates/places.ts', import.meta.url))
const catalogue = await loadCatalogue()
const { nodes } = catalogue
const templates = outlines.map((outline) => ({ id: outline.id, flow: drawOutline(outline, catalogue) }))
const server = { address: 'http://localhost:11434' } as LocalModelServer
/** What the doors of the list draw for somebody. */
const drawn = [
  { id: 'from a document', flow: documentFlow(nodes, ['file']) },
  ...Object.entries({ chatOllama: 'baseUrl', chatLMStudio: 'basePath' }).map(([nodeName, addressInput]) => ({
    id: `with ${nodeName}`,
    flow: localModelFlow(nodes, { server: { ...server, nodeName, addressInput }, model: 'any' }),
  })),
]

test('“Tidy up” moves nothing in a template', async () => {
  const entries = await Promise.all(templates.map(async ({ id, flow }) => writeTemplate(id, await layoutFlow(flow))))
  const head = '/** Where “Tidy up” puts the nodes of each template; `npm run template-places` writes this file. */\n'
  const type = 'Readonly<Record<string, Readonly<Record<string, readonly [number, number]>>>>'
  const text = `${head}export const templatePlaces: ${type} = {\n${entries.join('')}}\n`
  await expect(text).toMatchFileSnapshot(kept)
})

test('where we draw for somebody no card covers another, no edge runs behind a card, and what feeds a card stands a gutter to its left', () => {
  const faults = [...templates, ...drawn].flatMap(({ id, flow }) => {
    const places = Object.fromEntries(flow.nodes.map((node) => [node.id, node.position]))
    const boxes = flow.nodes.map((node) => ({ id: node.id, ...node.position, ...nodeGeometry(node) }))
    const byId = new Map(boxes.map((box) => [box.id, box]))
    const covered = boxes.flatMap((a, index) =>
      boxes
        .slice(index + 1)
        .filter((b) => a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height)
        .map((b) => `${id}: ${a.id} and ${b.id} overlap`),
    )
    const hidden = findHidden(flow, places).map(
      ({ edge, card }) => `${id}: ${edge.source} > ${edge.target} runs behind ${card.id}`,
    )
    const crowded = flow.edges
      .filter(({ source, target }) => {
        const [from, to] = [byId.get(source), byId.get(target)]
        return !from || !to || from.x + from.width + GUTTER > to.x
      })
      .map(({ source, target }) => `${id}: ${source} is not left of ${target}`)
    return [...covered, ...hidden, ...crowded]
  })
  expect(templates.length).toBeGreaterThan(30)
  expect(faults).toEqual([])
})

test('“Tidy up” moves nothing in what the doors of the list draw', async () => {
  // Cards of models differ in height; those of the others stand where the most usual one leaves them room.
  for (const { flow } of drawn.slice(0, 2)) {
    expect(await layoutFlow(flow)).toEqual(Object.fromEntries(flow.nodes.map((node) => [node.id, node.position])))
  }
})

function writeTemplate(id: string, places: Record<string, { x: number; y: number }>): string {
  const rows = Object.entries(places).map(([node, { x, y }]) => `    ${node}: [${x}, ${y}],\n`)
  return `  ${/^\w+$/.test(id) ? id : `'${id}'`}: {\n${rows.join('')}  },\n`
}
