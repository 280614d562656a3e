import {
  AppError,
  forgetUpserts,
  listUpserts,
  UpsertBody,
  type UpsertAnswer,
  type UpsertQuery,
  upsertDocuments,
  upsertDocumentsInternally,
} from '@chatwright/contract'
import type { Asker, NodeDescription } from '@chatwright/core'
import type { FastifyReply } from 'fastify'
import { isOwnerHere, may, namesAny } from '../../door/askers/may.ts'
import { Form } from '../../door/http/form.ts'
import { errorBody, toAppError } from '../../door/http/error-answer.ts'
import { handle, handleFlow, type Call, type Handler } from '../../door/http/handle.ts'
import { parse } from '../../door/http/register-routes.ts'
import { whenGone } from '../../door/http/when-gone.ts'
import type { EventStream, EventStreams } from '../../door/http/event-stream.ts'
import { fieldsOf, fillFileInputs } from '../predictions/multipart.ts'
import { askedVersion } from '../../flows/flow-access/asked-version.ts'
import { fileInputsOf } from '../../flows/flow-access/open-file-inputs.ts'
import type { StrangerCaps } from '../../flows/flow-access/stranger-caps.ts'
import type { RateLimiter } from '../../flows/flow-access/rate-limiter.ts'
import type { FlowHead, FlowLibrary } from '../../flows/flows/flow-library.ts'
import type { JobService } from '../../runs/jobs/job-service.ts'
import type { LoadJob } from '../../runs/runs/kinds/load.ts'
import type { RunHandle } from '../../runs/runs/runner.ts'
import { toUpsertAnswer, type UpsertService } from './upsert-service.ts'

export interface UpsertRouteDependencies {
  upserts: UpsertService
  limiter: RateLimiter
  caps: Pick<StrangerCaps, 'take'>
  jobs: Pick<JobService, 'get'>
  library: FlowLibrary
  streams: EventStreams
  describe: (nodeName: string) => NodeDescription | undefined
}

export function upsertRoutes({
  upserts,
  limiter,
  caps,
  jobs,
  library,
  streams,
  describe,
}: UpsertRouteDependencies): Handler[] {
  const load = async (call: Call<unknown, UpsertQuery, unknown>, flow: FlowHead) => {
    const { request, reply, asker } = call
    const form = request.body instanceof Form ? request.body : undefined
    const files = form?.files ?? []
    const isTrusted = namesAny(asker)
    if (!isTrusted && files.length === 0) {
      // A visitor may add a file where the owner opened uploads; loading everything anew is not theirs to start.
      throw new AppError('unauthorized', undefined, { message: 'Loading documents requires an API key.' })
    }
    const graph = await library.prepare(flow, askedVersion(flow, asker))
    const fileInputs = await fillFileInputs(files, fileInputsOf(graph.flow, describe, flow.settings), isTrusted)
    // The owner pays for what is embedded, also where a key lies in a page for everybody to read.
    if (!isOwnerHere(asker)) await limiter.count(flow, request.ip, 'loads')
    await caps.take('uploads', {
      flowId: flow.id,
      network: asker.network,
      amount: files.reduce((sum, { bytes }) => sum + bytes.length, 0),
    })
    const body = parse(UpsertBody, form ? bodyOf(form) : request.body, 'body') as UpsertBody
    const asked = { flow, body, asker, fileInputs }
    if (call.query.background === 'true') {
      if (!may(asker, 'server.admin')) {
        const message = 'Loading in the background requires a login, or an API key with full access.'
        throw new AppError('forbidden', undefined, { message })
      }
      return reply.status(202).send(await jobs.get(await upserts.enqueue(asked)))
    }
    if (body.streaming) streams.expectRoom(reply)
    const loading = await upserts.start(asked)
    if (!body.streaming) return answerWhole(loading, reply, asker)
    stream(loading, streams.open(reply), { requestId: request.id, asker })
    return reply
  }

  return [
    handleFlow(upsertDocuments, (call) => load(call, call.flow)),
    handle(upsertDocumentsInternally, async (call) => load(call, await library.head(call.params.id))),
    handle(listUpserts, ({ params, query }) => upserts.list(params.id, query)),
    handle(forgetUpserts, async ({ body }) => ({ affected: await upserts.forget(body.ids) })),
  ]
}

/** Whoever leaves stops it. */
async function answerWhole(loading: RunHandle<LoadJob>, reply: FastifyReply, asker: Asker): Promise<UpsertAnswer> {
  const leave = loading.read(() => {})
  const stop = whenGone(reply, leave)
  try {
    return toUpsertAnswer(loading.job, await loading.outcome, asker)
  } finally {
    stop()
    leave()
  }
}

/** Tells how far it is as it goes, then what became of it. */
function stream(
  loading: RunHandle<LoadJob>,
  stream: EventStream,
  { requestId, asker }: { requestId: string; asker: Asker },
): void {
  const say = (event: string, data: unknown): void => stream.write(`data:${JSON.stringify({ event, data })}\n\n`)
  const leave = loading.read((event) => {
    if (event.type !== 'progress') return
    const { type: _, ...progress } = event
    say('progress', progress)
  })
  stream.onGone(leave)
  void loading.outcome
    .then((outcome) => say('result', toUpsertAnswer(loading.job, outcome, asker)))
    .catch((error: unknown) => say('error', errorBody(toAppError(error), requestId)))
    .then(() => {
      say('end', '[DONE]')
      stream.end()
      leave()
    })
}

function bodyOf(form: Form): object {
  const { chatId, stopNodeId, streaming, ...fields } = fieldsOf(form)
  return {
    ...(streaming !== undefined && { streaming }),
    ...(chatId !== undefined && { chatId }),
    ...(stopNodeId !== undefined && { stopNodeId }),
    overrideConfig: fields,
  }
}
