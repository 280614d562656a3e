import type { NodeData, OutputOption } from '../document.ts'
import { outputHandleId, splitTypes } from '../handles.ts'
import { readRows } from '../steps/read-rows.ts'

const CONDITIONS: ReadonlySet<string> = new Set(['seqCondition', 'seqConditionAgent'])
const DECIDING: ReadonlySet<string> = new Set(['conditionUI', 'conditionFunction'])
const END = 'End'

/** An older condition has an output for each name that its table or its code speaks of, and one for when none fits. */
export function withConditionOutputs(data: NodeData, changed: string): NodeData {
  if (!CONDITIONS.has(data.name) || !DECIDING.has(changed)) return data
  const [choice, ...others] = data.outputAnchors
  const before = choice?.options ?? []
  const names = namesIn(data, changed)
  const wanted = [END, ...(names.length > 0 ? names : ['Next'])]
  const classes = splitTypes(before[0]?.type ?? 'Condition')
  const kept = before.filter(({ label }) => wanted.includes(label))
  const added = wanted
    .filter((label) => !kept.some((option) => option.label === label))
    .map((label): OutputOption => newOutput(data.id, label, classes))
  return {
    ...data,
    outputAnchors: [
      { ...choice, name: 'output', label: 'Output', type: 'options', options: [...kept, ...added] },
      ...others,
    ],
  }
}

function newOutput(nodeId: string, label: string, classes: readonly string[]): OutputOption {
  const name = label.toLowerCase().replaceAll(/\W/g, '_')
  return { id: outputHandleId(nodeId, name, classes), name, label, type: classes.join(' | '), isAnchor: true }
}

function namesIn({ inputs }: NodeData, changed: string): string[] {
  const rows = readRows(inputs['conditionUI']) ?? []
  const code = inputs['conditionFunction']
  const names =
    changed === 'conditionUI' && rows.length > 0
      ? rows.map(({ output }) => output)
      : typeof code === 'string'
        ? [...code.matchAll(/\breturn\s{0,9}(["'`])([^"'`\n]{1,200})\1/g)].map(([, , name]) => name)
        : []
  return [
    ...new Set(names.filter((name) => typeof name === 'string' && name.trim() !== '' && name !== END)),
  ] as string[]
}
