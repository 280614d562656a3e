import { asyncOptions, defineNode, NodeError, number, string, type FlowStep } from '@chatwright/core'
import { listPreviousNodes, listRuntimeStateKeys } from './load-lists.ts'
import { stateUpdate } from './step-inputs.ts'

const PASSES = 5

export default defineNode({
  name: 'loopAgentflow',
  label: 'Loop',
  version: 1.2,
  category: 'Agent Flows',
  description: 'Goes back to an earlier step, so that what lies between is done again, up to a number of times.',
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
      description: 'The step to go on from.',
      placeholder: 'Choose a step',
      freeSolo: true,
    }),
    maxLoopCount: number({
      destination: false,
      matters: 2,
      label: 'Max Loop Count',
      description: 'How many times in all the steps between are done. 1 never goes back.',
      default: PASSES,
      step: 1,
    }),
    fallbackMessage: string({
      destination: false,
      label: 'Fallback Message',
      description: 'Said when the steps have been done that often.',
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
          const content = `Going back to ${target.label}: ${done} of ${passes} times done.`
          return { input: facts, output: { content, ...facts }, jump: target.id }
        }
        const given = inputs.fallbackMessage?.trim()
        const content =
          given || `${target.label} was done ${done === 1 ? 'once' : `${done} times`}, as often as the loop allows.`
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
    throw new NodeError('The loop does not say which step to go back to.', {
      code: 'missing-input',
      field: 'loopBackToNode',
      hint: 'Open the loop and choose a step that leads to it.',
    })
  }
  return { id, label: (dash === -1 ? '' : chosen.slice(dash + 1).trim()) || id }
}
