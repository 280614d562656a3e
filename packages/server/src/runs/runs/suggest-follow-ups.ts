import type { ChatModel, Message, NodeContext, Run, RunEvent, TokenUsage } from '@chatwright/core'
import { buildValue, FlowError, type ValuePlan, type RunRequest } from '@chatwright/engine'
import type { FlowLibrary } from '../../flows/flows/flow-library.ts'
import { createEffects, type Platform } from './node-context.ts'
import { readPrompts } from './read-prompts.ts'
import { createRunClock } from './run-clock.ts'
import { toRunRequest, type RunJob } from './run-job.ts'

export interface FollowUps {
  prompts: string[]
  usage: TokenUsage | undefined
  /** The calls made for it, as they belong into the trace. */
  trace: RunEvent[]
}

/** Thinks of what the person may ask next. Never throws: an answer is not worse for want of suggestions. */
export type SuggestFollowUps = (
  job: RunJob,
  answer: { text: string; signal: AbortSignal },
) => Promise<FollowUps | undefined>

const LONGEST_WAIT_MS = 10_000
/** An answer is kept before what could be asked next is thought of; after so long nothing more comes. */
export const SUGGESTING_MS = 15_000
/** Of the question and of the answer: enough to know what they are about. */
const MAX_EXCERPT = 6000
const MAX_LENGTH = 4000

const INSTRUCTION = `Suggest what the person could ask next.
Reply with a JSON array of three short questions and nothing else, for example ["…?", "…?", "…?"].
Write each as the person would say it, in the language of the conversation, answerable from where the conversation stands, and none that was answered already.`

export function createSuggestFollowUps({
  library,
  platform,
  flows,
}: {
  library: FlowLibrary
  platform: Platform
  flows: NodeContext['flows']
}): SuggestFollowUps {
  return async (job, { text, signal }) => {
    const trace: RunEvent[] = []
    const limit = AbortSignal.timeout(LONGEST_WAIT_MS)
    try {
      const { flow, plan } = await library.planned(job, { want: 'chat-model' })
      const request = withModelName(
        toRunRequest(job, { signal: AbortSignal.any([signal, limit]), now: createRunClock() }),
        plan,
        job.followUps?.modelName,
      )
      const { value, run, usage } = await buildValue(plan, request, {
        effects: createEffects(platform, { flow: { id: flow.id, name: flow.name }, flows }),
        emit: (event) => trace.push(ofFollowUps(event)),
      })
      if (value.quotesOnly) return undefined
      const said = await complete(value, messagesOf(job, text), run)
      return { prompts: readPrompts(said), usage: usage(), trace }
    } catch (error) {
      // A flow that answers without a model has nobody to ask.
      if (error instanceof FlowError) return undefined
      if (!signal.aborted) {
        const reason = limit.aborted ? `no answer within ${LONGEST_WAIT_MS / 1000} s` : error
        platform.context.logger.warn({ flowId: job.flowId, runId: job.runId, err: reason }, 'no follow-up prompts')
      }
      return trace.length === 0 ? undefined : { prompts: [], usage: undefined, trace }
    }
  }
}

/** The model that the flow answers with, under another name if the owner chose one for this. */
function withModelName(request: RunRequest, plan: ValuePlan, modelName: string | undefined): RunRequest {
  const node = plan.steps[plan.targets[0] ?? -1]?.tag.id
  if (modelName === undefined || node === undefined) return request
  const nodes = new Map(request.overrides?.nodes)
  nodes.set(node, { ...nodes.get(node), modelName })
  return { ...request, overrides: { ...request.overrides, nodes } }
}

/** What a model says, cut at the longest that is wanted; there the model is stopped. */
async function complete(model: ChatModel, messages: Message[], run: Run): Promise<string> {
  let text = ''
  for await (const event of model.stream({ messages }, run)) {
    if (event.type === 'text') text += event.text
    if (text.length >= MAX_LENGTH) break
  }
  return text.slice(0, MAX_LENGTH)
}

function messagesOf({ message, followUps }: RunJob, answer: string): Message[] {
  const history = `Person: ${excerpt(message)}\n\nAnswer: ${excerpt(answer)}`
  if (followUps?.prompt === undefined) {
    return [
      { role: 'system', content: INSTRUCTION },
      { role: 'user', content: history },
    ]
  }
  const { prompt } = followUps
  return [
    {
      role: 'user',
      content: `${prompt.includes('{history}') ? prompt.replaceAll('{history}', () => history) : `${prompt}\n\n${history}`}\n\nReply with a JSON array of at most three short questions and nothing else.`,
    },
  ]
}

function excerpt(text: string): string {
  return text.length > MAX_EXCERPT ? `${text.slice(0, MAX_EXCERPT)} …` : text
}

/** The node was called for the answer already: these calls must not be taken for those. */
function ofFollowUps(event: RunEvent): RunEvent {
  return 'callId' in event ? { ...event, callId: `${event.callId}-follow-up` } : event
}
