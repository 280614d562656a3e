import {
  NodeError,
  perform,
  type Document,
  type NestedRun,
  type NodeContext,
  type Run,
  type Session,
} from '@chatwright/core'
import { z } from 'zod'
import { pathSegment } from '../http/path-segment.ts'
import { requestJson } from '../http/request-json.ts'

const Found = z.array(z.looseObject({ pageContent: z.string(), metadata: z.record(z.string(), z.unknown()).catch({}) }))

const Prediction = z.looseObject({
  text: z.string().optional(),
  json: z.unknown().optional(),
  sourceDocuments: Found.optional().catch(undefined),
})

export interface FlowQuestion {
  flowId: string
  question: string
  session: Session
  overrideConfig?: Record<string, unknown>
  /** Another server than this one. */
  server?: { baseUrl: string; apiKey: string | undefined; field: string }
  /** Not tried a second time: the other flow may have done what it was asked although its answer was lost. */
  isOnce?: boolean
  /** Where the steps of an agent flow of this server are kept. */
  nested?: NestedRun
}

/** Asks another flow, of this server or of another one, and waits for its whole answer. */
export async function askFlow(
  { flowId, question, session, overrideConfig, server, isOnce = false, nested }: FlowQuestion,
  { context, run }: { context: Pick<NodeContext, 'flows' | 'providerFetch'>; run: Run },
): Promise<{ text: string; sourceDocuments?: Document[] }> {
  const as = {
    kind: 'flow',
    method: 'ask',
    input: { flowId, question, overrideConfig, server: server?.baseUrl },
  } as const
  if (!server) {
    const ask = (): ReturnType<typeof context.flows.ask> =>
      context.flows.ask({
        flowId,
        question,
        session,
        run,
        ...(overrideConfig && { overrideConfig }),
        ...(nested && { nested }),
      })
    // Its own calls are recorded and held back one by one.
    return perform(run, { ...as, effect: 'asks' }, ask)
  }
  const { baseUrl, apiKey, field } = server
  const request = () =>
    requestJson(
      {
        fetch: context.providerFetch,
        service: 'The other server',
        url: `${baseUrl.replace(/(?<!\/)\/+$/, '')}/api/v1/prediction/${pathSegment('Chatflow', flowId)}`,
        method: 'POST',
        headers: apiKey ? { authorization: `Bearer ${apiKey}` } : {},
        body: {
          question,
          chatId: session.chatId,
          // As it is kept here: with our key the bare name of a visitor's could be anybody's there.
          overrideConfig: { sessionId: session.sessionId, ...overrideConfig },
        },
        signal: run.signal,
        timeoutMs: 120_000,
        field,
        isOnce,
      },
      Prediction,
    )
  const answer = await perform(run, { ...as, effect: 'writes' }, request)
  return {
    text: answer.text ?? JSON.stringify(answer.json ?? answer),
    ...(answer.sourceDocuments && { sourceDocuments: answer.sourceDocuments }),
  }
}

/** A flow that asks itself would never end. */
export function refuseItself(
  flowId: string,
  { context, field }: { context: Pick<NodeContext, 'flow'>; field: string },
): void {
  if (flowId !== context.flow.id) return
  throw new NodeError('This flow calls itself, which would never end.', {
    code: 'bad-input',
    field,
    hint: 'Choose another flow.',
  })
}
