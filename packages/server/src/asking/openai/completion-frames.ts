import { errorTable } from '@chatwright/contract'
import type { Asker, RunEvent, RunFault, TokenUsage } from '@chatwright/core'
import { faultFor, faultText } from '../../runs/runs/fault-answer.ts'

/** The frames of a streamed completion, as OpenAI's clients read them. */
export interface CompletionFrames {
  frames(event: RunEvent): string
}

export interface CompletionHead {
  id: string
  model: string
  createdSeconds: number
}

export function createCompletionFrames(
  head: CompletionHead,
  {
    includesUsage,
    asker,
    last = {},
  }: {
    includesUsage: boolean
    asker: Pick<Asker, 'rights'>
    /** Beside the end of a whole answer. */
    last?: object
  },
) {
  let hasStarted = false
  const chunk = (delta: object, finish: string | null, more: object = {}): string =>
    frame({ ...base(head), choices: [{ index: 0, delta, finish_reason: finish }], ...more })
  const begin = (): string => {
    if (hasStarted) return ''
    hasStarted = true
    return chunk({ role: 'assistant', content: '' }, null)
  }
  const writer: CompletionFrames = {
    frames(event) {
      if (event.type === 'token') return begin() + chunk({ content: event.text }, null)
      if (event.type === 'json') return begin() + chunk({ content: JSON.stringify(event.value) }, null)
      if (event.type === 'thinking' && event.text !== '') {
        return begin() + chunk({ reasoning_content: event.text }, null)
      }
      if (event.type !== 'run-end') return ''
      const failure = failureOf(event, asker)
      if (failure) return `${frame({ error: { type: 'flow_error', ...failure } })}data: [DONE]\n\n`
      const usage = includesUsage ? frame({ ...base(head), choices: [], usage: toUsage(event.usage) }) : ''
      return `${begin()}${chunk({}, 'stop', last)}${usage}data: [DONE]\n\n`
    },
  }
  return writer
}

/** Why an answer is not whole. `finish_reason` has no word for that, and "stop" would be untrue. */
function failureOf({ status, fault }: Extract<RunEvent, { type: 'run-end' }>, asker: Pick<Asker, 'rights'>) {
  if (fault) return { message: faultText(faultFor(asker, fault)), code: fault.code, ...waitOf(fault) }
  if (status === 'done') return undefined
  const code = status === 'cancelled' ? 'run-cancelled' : 'run-interrupted'
  return { message: errorTable[code].message, code }
}

/** Under way the head has left with its status: whoever reads the error learns here when to come back. */
function waitOf({ code, retryAfterSeconds }: RunFault) {
  if (code !== 'rate-limit' && code !== 'overloaded') return {}
  return {
    type: code === 'rate-limit' ? 'rate_limit_error' : 'server_error',
    ...(retryAfterSeconds !== undefined && { retry_after: retryAfterSeconds }),
  }
}

export function toUsage(usage: TokenUsage | undefined) {
  const { inputTokens = 0, outputTokens = 0 } = usage ?? {}
  return {
    prompt_tokens: inputTokens,
    completion_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
  }
}

function base({ id, model, createdSeconds }: CompletionHead) {
  return { id, object: 'chat.completion.chunk', created: createdSeconds, model }
}

function frame(value: object): string {
  return `data: ${JSON.stringify(value)}\n\n`
}
