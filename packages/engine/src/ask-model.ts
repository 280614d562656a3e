import type { Message, RunEvent, TokenUsage } from '@chatwright/core'
import { createBuilder } from './build.ts'
import { isNodeValue } from './instrument.ts'
import { meterOf } from './meter.ts'
import type { Plan, Step } from './plan.ts'
import type { Effects, RunRequest } from './request.ts'
import { startRun } from './start-run.ts'

export interface ModelQuestion {
  messages: Message[]
  /** Inputs of the model's node to use in place of the flow's own. */
  inputs?: Readonly<Record<string, unknown>>
  /** The answer is cut here, and the model stopped. */
  maxLength: number
}

/**
 * Asks the model that a flow answers with something beside the conversation. Undefined when the flow has no model, or one
 * that only quotes.
 */
export async function askModel(
  plan: Plan,
  request: RunRequest,
  { effects, emit, question }: { effects: Effects; emit: (event: RunEvent) => void; question: ModelQuestion },
): Promise<{ text: string; usage: TokenUsage | undefined } | undefined> {
  const step = nearestModel(plan)
  if (!step) return undefined
  const asked = withInputs(request, step, question.inputs)
  const run = startRun(asked, effects, emit)
  const builder = await createBuilder(plan, asked, { run, effects })
  const model = await builder.build(step.index)
  if (!isNodeValue(model) || model.kind !== 'chat-model' || model.quotesOnly) return undefined
  let text = ''
  for await (const event of model.stream({ messages: question.messages }, run)) {
    if (event.type === 'text') text += event.text
    if (text.length >= question.maxLength) break
  }
  return { text: text.slice(0, question.maxLength), usage: meterOf(run)?.usage }
}

/** Nearest to the ending: models further off write titles, rephrase or judge. */
function nearestModel({ steps, endings }: Plan): Step | undefined {
  const near = new Set(endings.slice(0, 1))
  // A set is walked in insertion order, also over what is added meanwhile: breadth first.
  for (const index of near) {
    const step = steps[index]
    if (step?.definition.baseClasses.includes('BaseLanguageModel')) return step
    for (const source of step?.dependencies ?? []) near.add(source)
  }
  return undefined
}

function withInputs(request: RunRequest, { tag }: Step, inputs: ModelQuestion['inputs']): RunRequest {
  if (!inputs || Object.keys(inputs).length === 0) return request
  const nodes = new Map(request.overrides?.nodes)
  nodes.set(tag.id, { ...nodes.get(tag.id), ...inputs })
  return { ...request, overrides: { ...request.overrides, nodes } }
}
