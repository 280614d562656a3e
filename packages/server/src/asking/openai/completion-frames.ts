import type { Asker, EndedOutcome, RunFault, TokenUsage, ToolCall } from '@chatwright/core'
import { failureOf, type ProtocolFrames } from '../protocols/answer-run.ts'

export interface CompletionHead {
  id: string
  model: string
  createdSeconds: number
}

interface CompletionStream {
  asker: Pick<Asker, 'rights'>
  /** Which of several answers it is. */
  index?: number
  /** Beside the end of a whole answer. */
  last?: object
}

/** The frames of a streamed completion, as OpenAI's clients read them. What comes after all answers is not among them. */
export function createCompletionFrames(
  head: CompletionHead,
  { asker, index = 0, last = {} }: CompletionStream,
): ProtocolFrames & { readonly usage: TokenUsage | undefined } {
  let hasStarted = false
  let calls: readonly ToolCall[] = []
  let cutShort: EndedOutcome['cutShort']
  let usage: TokenUsage | undefined
  const chunk = (delta: object, finish: string | null, more: object = {}): string =>
    frame({ ...base(head), choices: [{ index, delta, finish_reason: finish }], ...more })
  const begin = (): string => {
    if (hasStarted) return ''
    hasStarted = true
    return chunk({ role: 'assistant', content: '' }, null)
  }
  return {
    get usage() {
      return usage
    },
    frames(event) {
      if (event.type === 'token') return begin() + chunk({ content: event.text }, null)
      if (event.type === 'json') return begin() + chunk({ content: JSON.stringify(event.value) }, null)
      if (event.type === 'thinking' && event.text !== '') {
        return begin() + chunk({ reasoning_content: event.text }, null)
      }
      if (event.type === 'caller-calls') {
        calls = event.calls
        return begin() + chunk({ tool_calls: calls.map((call, at) => ({ index: at, ...shownCall(call) })) }, null)
      }
      if (event.type === 'cut-short') cutShort = event.reason
      if (event.type !== 'run-end') return ''
      const failure = failureOf(event, asker)
      if (failure) return frame({ error: { type: 'flow_error', ...wordsOf(failure) } })
      usage = event.usage
      return `${begin()}${chunk({}, finishOf({ callerCalls: [...calls], cutShort }), last)}`
    },
  }
}

/** After the answers of a stream. */
export function endFrames(head: CompletionHead, usage: TokenUsage | undefined, includesUsage: boolean): string {
  return `${includesUsage ? frame({ ...base(head), choices: [], usage: toUsage(usage) }) : ''}data: [DONE]\n\n`
}

/** A whole answer among the choices of a completion. */
export function choiceOf({ text, json, thinking, callerCalls, cutShort }: EndedOutcome, index: number): object {
  const content = json === undefined ? text : JSON.stringify(json)
  const isOnlyCalls = callerCalls !== undefined && content.trim() === ''
  return {
    index,
    message: {
      role: 'assistant',
      content: isOnlyCalls ? null : content,
      refusal: null,
      ...(thinking && { reasoning_content: thinking.text }),
      ...(callerCalls && { tool_calls: callerCalls.map(shownCall) }),
    },
    logprobs: null,
    finish_reason: finishOf({ callerCalls, cutShort }),
  }
}

function finishOf({
  callerCalls,
  cutShort,
}: {
  callerCalls?: ToolCall[] | undefined
  cutShort?: EndedOutcome['cutShort']
}): string {
  if (callerCalls && callerCalls.length > 0) return 'tool_calls'
  return cutShort === 'content-filter' ? 'content_filter' : (cutShort ?? 'stop')
}

/** A call that broke off goes back as it came: the caller sees that it isn't whole. */
export function argumentsOf({ input, isBroken }: ToolCall): string {
  const { input: text } = input
  return isBroken && typeof text === 'string' ? text : JSON.stringify(input)
}

function shownCall(call: ToolCall): object {
  return { id: call.id, type: 'function', function: { name: call.name, arguments: argumentsOf(call) } }
}

/** Under way the head has left with its status: whoever reads the error learns here when to come back. */
function wordsOf({ message, code, fault }: NonNullable<ReturnType<typeof failureOf>>): object {
  return { message, code, ...(fault && waitOf(fault)) }
}

function waitOf({ code, retryAfterSeconds }: RunFault): object {
  if (code !== 'rate-limit' && code !== 'overloaded') return {}
  return {
    type: code === 'rate-limit' ? 'rate_limit_error' : 'server_error',
    ...(retryAfterSeconds !== undefined && { retry_after: retryAfterSeconds }),
  }
}

export function toUsage(usage: TokenUsage | undefined) {
  const { inputTokens = 0, outputTokens = 0, cachedInputTokens = 0, reasoningTokens = 0 } = usage ?? {}
  return {
    prompt_tokens: inputTokens,
    completion_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
    ...(cachedInputTokens > 0 && { prompt_tokens_details: { cached_tokens: cachedInputTokens } }),
    ...(reasoningTokens > 0 && { completion_tokens_details: { reasoning_tokens: reasoningTokens } }),
  }
}

function base({ id, model, createdSeconds }: CompletionHead) {
  return { id, object: 'chat.completion.chunk', created: createdSeconds, model }
}

function frame(value: object): string {
  return `data: ${JSON.stringify(value)}\n\n`
}
