import type { BroughtFlow, BroughtNode, BroughtStore, ImportReport } from '@chatwright/contract'

/** A report as lines for a terminal. */
export function describeImport(report: ImportReport, { isTrial }: { isTrial: boolean }): string[] {
  const { flows, stores, tools, variables, messages, feedback, leftBehind } = report
  return [
    ...flows.flatMap(describeFlow),
    ...stores.flatMap(describeStore),
    ...tools.map((tool) => `Tool ${tool.name}: ${describeBrought(tool)}`),
    ...variables.map((variable) => `Variable ${variable.name}: ${describeBrought(variable)}`),
    ...(messages.brought > 0 ? [`Imported ${count(messages.brought, 'message')}.`] : []),
    ...(feedback.brought > 0 ? [`Imported ${count(feedback.brought, 'rating')}.`] : []),
    ...leftBehind.map((left) => `Not imported, because Chatwright has no equivalent: ${left.kind} (${left.count}).`),
    ...(isTrial ? ['This was a dry run. Nothing was saved.'] : []),
  ]
}

/** A number with its word, one or many. */
export function count(number: number, word: string): string {
  return `${number} ${word}${number === 1 ? '' : 's'}`
}

function describeFlow(flow: BroughtFlow): string[] {
  const lines = flow.nodes.flatMap((node) => {
    const fate = fateOf(node)
    return fate === undefined ? [] : [`  ${node.label}: ${fate}`]
  })
  return [`${flow.name} (${flow.id}): ${describeBrought(flow)}`, ...lines, ...flow.notes.map((note) => `  ${note}`)]
}

function describeStore({ notes, ...store }: BroughtStore): string[] {
  return [`Document store ${store.name}: ${describeBrought(store)}`, ...notes.map((note) => `  ${note}`)]
}

/** What became of one thing, and why. */
export function describeBrought({ outcome, reason }: Pick<BroughtFlow, 'outcome' | 'reason'>): string {
  return reason === undefined ? words[outcome] : `${words[outcome]}. ${reason}`
}

const words = {
  new: 'brought in',
  skip: 'left out',
  replace: 'replaced',
  copy: 'imported as a copy',
  refused: 'refused',
} as const

function fateOf({ fate, renamedTo, instead, credentials, lacks }: BroughtNode): string | undefined {
  if (fate === 'placeholder') {
    const use = instead === undefined ? '' : ` Use ${instead} instead.`
    return `Not available here; imported as a placeholder.${use}`
  }
  const renamed = renamedTo === undefined ? [] : [`Renamed to ${renamedTo}.`]
  const credential = credentials.length > 0 ? [`Needs a credential (${credentials.join(' or ')}).`] : []
  const all = [...renamed, ...credential, ...lacks]
  return all.length === 0 ? undefined : all.join(' ')
}
