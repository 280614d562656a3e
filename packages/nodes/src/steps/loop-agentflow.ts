import { asyncOptions, defineNode, NodeError, number, string, type FlowStep } from '@chatwright/core'
import { listPreviousNodes, listRuntimeStateKeys } from './load-lists.ts'
import { stateUpdate } from './step-inputs.ts'

const PASSES = 5

export default defineNode({
  name: 'loopAgentflow',
  label: 'Loop',
  version: 1.2,
  category: 'Agent Flows',
  description: 'Returns to an earlier step and repeats the steps in between, up to a maximum number of times.',
  icon: 'step-loop.svg',
  keywords: ['repeat', 'while'],
  color: '#FFA07A',
  baseClasses: ['Loop'],
  traits: { step: { ends: true, updatesState: 'loopUpdateState' } },
  inputs: {
    loopBackToNode: asyncOptions('listPreviousNodes', {
      destination: false,
      matters: 1,
      label: 'Loop Back To',
      description: 'The step to return to.',
      placeholder: 'Choose a step',
      freeSolo: true,
    }),
    maxLoopCount: number({
      destination: false,
      matters: 2,
      label: 'Max Loop Count',
      description: 'The total number of times the steps run. Enter 1 to never repeat.',
      default: PASSES,
      step: 1,
    }),
    fallbackMessage: string({
      destination: false,
      label: 'Fallback Message',
      description: 'The message sent when the maximum is reached.',
      rows: 4,
      optional: true,
      acceptVariable: true,
    }),
    loopUpdateState: stateUpdate(),
  },
  example: { loopBackToNode: 'llmAgentflow_0-LLM 0' },
  build({ inputs }): FlowStep {
    const target = readTarget(inputs.loopBackToNode)
    const passes = inputs.maxLoopCount > 0 ? Math.floor(inputs.maxLoopCount) : PASSES
    return {
      kind: 'step',
      effect: 'pure',
      async run(turn) {
        const done = turn.pass + 1
        const facts = { nodeID: target.id, maxLoopCount: passes }
        if (done < passes) {
          const content = `Returning to ${target.label}: ${done} of ${passes} rounds done.`
          return { input: facts, output: { content, ...facts }, jump: target.id }
        }
        const given = inputs.fallbackMessage?.trim()
        const content =
          given || `${target.label} ran ${done === 1 ? 'once' : `${done} times`}, the most the loop allows.`
        turn.say({ type: 'token', text: content })
        return { input: facts, output: { content, ...facts, fallbackMessage: content } }
      },
    }
  },
  load: { listPreviousNodes, listRuntimeStateKeys },
})

/** From `<id>-<label>`, as the list stores it, or a bare id that somebody typed. */
function readTarget(chosen: string): { id: string; label: string } {
  const dash = chosen.indexOf('-')
  const id = (dash === -1 ? chosen : chosen.slice(0, dash)).trim()
  if (id === '') {
    throw new NodeError("The loop doesn't name a step to return to.", {
      code: 'missing-input',
      field: 'loopBackToNode',
      hint: 'Open the loop and choose an earlier step that leads to it.',
    })
  }
  return { id, label: (dash === -1 ? '' : chosen.slice(dash + 1).trim()) || id }
}
