import { addUsage, laterUsage, type ChatModel, type Run, type StepTurn, type TokenUsage } from '@chatwright/core'
import { forCaller, withCalls, withoutCaller } from '../model-values/for-caller.ts'
import { streamReply, type ModelReply } from '../model-values/stream-reply.ts'

/** Asks a model, and lets the reader hear it as it speaks. */
export async function hearModel(
  model: ChatModel,
  request: Parameters<ChatModel['stream']>[0],
  { turn, run }: { turn: Pick<StepTurn, 'say' | 'speaks'>; run: Run },
): Promise<ModelReply> {
  const own = turn.speaks ? run : withoutCaller(run)
  const reply = await heard(
    streamReply(model, forCaller(model, { ...request, messages: withCalls(request.messages, own) }, own), { run: own }),
    turn,
  )
  if (own.caller && reply.calls.length > 0) turn.say({ type: 'caller-calls', calls: reply.calls })
  return reply
}

/** Tells the reader everything that is yielded, and gives what comes of it. */
export async function heard<Result>(
  events: AsyncGenerator<Parameters<StepTurn['say']>[0], Result, undefined>,
  turn: Pick<StepTurn, 'say'>,
): Promise<Result> {
  for (;;) {
    const next = await events.next()
    if (next.done) return next.value
    turn.say(next.value)
  }
}

export interface CountedModel {
  model: ChatModel
  usage(): TokenUsage | undefined
}

/** The same model, remembering what its calls have used. */
export function countedModel(model: ChatModel): CountedModel {
  let total: TokenUsage | undefined
  return {
    usage: () => total,
    model: {
      kind: 'chat-model',
      modelName: model.modelName,
      style: model.style,
      canCallTools: model.canCallTools,
      canSeeImages: model.canSeeImages,
      ...(model.settings && { settings: model.settings }),
      ...(model.quotesOnly && { quotesOnly: model.quotesOnly }),
      async *stream(request, run) {
        let used: TokenUsage | undefined
        for await (const event of model.stream(request, run)) {
          if (event.type === 'usage') used = laterUsage(used, event.usage)
          yield event
        }
        if (used) total = addUsage(total, used)
      },
    },
  }
}

/** How long a step took and what it used, under the names that older clients read. */
export function figures(began: number, ended: number, usage: TokenUsage | undefined): Record<string, unknown> {
  return {
    timeMetadata: { start: began, end: ended, delta: ended - began },
    ...(usage && {
      usageMetadata: {
        input_tokens: usage.inputTokens,
        output_tokens: usage.outputTokens,
        total_tokens: usage.inputTokens + usage.outputTokens,
        ...(usage.cachedInputTokens !== undefined && {
          input_token_details: { cache_read: usage.cachedInputTokens },
        }),
        ...(usage.reasoningTokens !== undefined && {
          output_token_details: { reasoning: usage.reasoningTokens },
        }),
      },
    }),
  }
}

export function reasonContent({ thinking, thinkingMs }: Pick<ModelReply, 'thinking' | 'thinkingMs'>): object {
  return thinking === '' ? {} : { reasonContent: { thinking, thinkingDuration: Math.round(thinkingMs / 1000) } }
}
