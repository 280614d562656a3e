import { chosenModel, isStepNode, readableText } from '@chatwright/core'
import type { FlowNode, LabelOf } from '@chatwright/core'

import { inlineNames } from '../../../parts/parameter-form/file-values.ts'
import { isId } from '../../../parts/parameter-form/is-id.ts'
import { stepSummary, type Describe } from './step-summary.ts'

const MODELS = ['modelName', 'model', 'modelId', 'deploymentName']
/** What an agent of the older kinds is called by the others. */
const AGENTS = ['supervisorName', 'workerName', 'agentName', 'llmNodeName']
const TELLING = [...MODELS, 'selectedTool', 'sessionId', 'chainName', 'url', ...AGENTS]

interface Around {
  describe: Describe
  labelOf: LabelOf
}

/** The one line below a node's name: its model, its file, what others call it, or what kind of node it is when it was renamed. Never an id. */
export function nodeSummary(node: FlowNode, { describe, labelOf }: Around): string {
  if (isStepNode(node)) return stepSummary(node, describe)
  const { data } = node
  for (const name of TELLING) {
    const param = data.inputParams.find((param) => param.name === name)
    const value = data.inputs[name]
    if (param && typeof value === 'string' && value !== '' && !isId(value)) {
      const option = param.options?.find((option) => option.name === value)
      const text = MODELS.includes(name) && !hasTags(node) ? chosenModel(value) : value
      return option?.label ?? readableText(text, labelOf)
    }
  }
  const file = data.inputParams.find((param) => param.type === 'file')
  const names = file ? inlineNames(data.inputs[file.name]) : []
  if (names.length > 0) return names.join(', ')
  const description = describe(data.name)
  if (description && description.label !== data.label) return description.label
  return data.category
}

/** Ollama writes `model:tag` where others write `vendor:model`. */
function hasTags({ data }: FlowNode): boolean {
  return /ollama/i.test(data.name)
}
