import {
  AppError,
  forgetUpserts,
  listUpserts,
  UpsertBody,
  type UpsertAnswer,
  upsertDocuments,
  upsertDocumentsInternally,
} from '@chatwright/contract'
import type { NodeDescription } from '@chatwright/core'
import { canManage } from '../http/caller.ts'
import { Form } from '../http/form.ts'
import { errorBody, toAppError } from '../http/error-answer.ts'
import { handle, handleFlow, type Call, type Handler } from '../http/handle.ts'
import { parse } from '../http/register-routes.ts'
import type { EventStream, EventStreams } from '../http/event-stream.ts'
import { fieldsOf, fillFileInputs } from '../predictions/multipart.ts'
import { fileInputsOf } from '../flow-access/open-file-inputs.ts'
import type { FlowHead, FlowLibrary } from '../flows/flow-library.ts'
import type { UpsertRequest, UpsertService } from './upsert-service.ts'

export interface UpsertRouteDependencies {
  upserts: UpsertService
  library: FlowLibrary
  streams: EventStreams
  describe: (nodeName: string) => NodeDescription | undefined
}

export function upsertRoutes({ upserts, library, streams, describe }: UpsertRouteDependencies): Handler[] {
  const load = async (call: Call<unknown, unknown, unknown>, flow: FlowHead, origin: 'internal' | 'external') => {
    const { request, reply, caller } = call
    const form = request.body instanceof Form ? request.body : undefined
    const files = form?.files ?? []
    const isTrusted = origin === 'internal' || canManage(caller) || caller.kind === 'api-key'
    if (!isTrusted && files.length === 0) {
      // A visitor may add a file where the owner opened uploads; loading everything anew is not theirs to start.
      throw new AppError('unauthorized', undefined, { message: 'Loading documents needs an API key.' })
    }
    const graph = await library.prepare(flow)
    const fileInputs = await fillFileInputs(files, fileInputsOf(graph.flow, describe, flow.settings), isTrusted)
    const gone = new AbortController()
    reply.raw.once('close', () => gone.abort())
    const body = parse(UpsertBody, form ? bodyOf(form) : request.body, 'body') as UpsertBody
    const loading = (onProgress?: UpsertRequest['onProgress']) =>
      upserts.load({
        flow,
        body,
        origin,
        ...(onProgress && { onProgress }),
        fileInputs,
        signal: gone.signal,
      })
    if (!body.streaming) return loading()
    streamUpsert(loading, streams.open(reply), request.id)
    return reply
  }

  return [
    handleFlow(upsertDocuments, (call) => load(call, call.flow, 'external')),
    handle(upsertDocumentsInternally, async (call) => load(call, await library.head(call.params.id), 'internal')),
    handle(listUpserts, ({ params, query }) => upserts.list(params.id, query)),
    handle(forgetUpserts, async ({ body }) => ({ affected: await upserts.forget(body.ids) })),
  ]
}

/** Tells how far it is as it goes, then what became of it. */
function streamUpsert(
  load: (onProgress: UpsertRequest['onProgress']) => Promise<UpsertAnswer>,
  stream: EventStream,
  requestId: string,
): void {
  const say = (event: string, data: unknown): void => stream.write(`data:${JSON.stringify({ event, data })}\n\n`)
  void load((progress) => say('progress', progress))
    .then(
      (result) => say('result', result),
      (error: unknown) => say('error', errorBody(toAppError(error), requestId)),
    )
    .then(() => {
      say('end', '[DONE]')
      stream.end()
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
