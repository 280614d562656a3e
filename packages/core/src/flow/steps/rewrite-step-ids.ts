import type { NodeData } from '../document.ts'
import { fillHoles } from '../holes.ts'
import { mapTexts } from '../references.ts'

/** How an input that chooses an earlier step of the drawing is told apart. */
export const EARLIER_STEP = 'listPreviousNodes'

/** The id in the choice of an earlier step: `<id>-<label>`, or a bare id that somebody typed. */
export function chosenStepId(value: unknown): string {
  if (typeof value !== 'string') return ''
  const dash = value.indexOf('-')
  return (dash === -1 ? value : value.slice(0, dash)).trim()
}

/** A step's inputs with other ids in the references of its texts and in the steps it goes back to. */
export function rewriteStepInputs(
  { inputs, inputParams }: NodeData,
  newIds: ReadonlyMap<string, string>,
): Record<string, unknown> {
  const choices = new Set(inputParams.flatMap(({ name, loadMethod }) => (loadMethod === EARLIER_STEP ? name : [])))
  return Object.fromEntries(
    Object.entries(inputs).map(([name, value]) => [
      name,
      choices.has(name) ? rewriteChoice(value, newIds) : mapTexts(value, (text) => rewriteText(text, newIds)),
    ]),
  )
}

function rewriteChoice(value: unknown, newIds: ReadonlyMap<string, string>): unknown {
  const id = chosenStepId(value)
  const next = newIds.get(id)
  return typeof value === 'string' && next !== undefined ? value.replace(id, next) : value
}

function rewriteText(text: string, newIds: ReadonlyMap<string, string>): string {
  const marked = text.replaceAll(/(data-(?:id|label)=")([^".[\]]+)/g, (whole, start: string, id: string) => {
    const next = newIds.get(id)
    return next === undefined ? whole : start + next
  })
  return fillHoles(marked, (written) => {
    // Editors of the older product left `\_` inside names.
    const [id = ''] = written.replaceAll('\\', '').split(/[.[]/, 1)
    const next = newIds.get(id)
    if (next === undefined) return undefined
    return `{{${next}${written.replaceAll('\\', '').slice(id.length)}}}`
  })
}
