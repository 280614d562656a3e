import {
  AppError,
  forgetUpserts,
  listUpserts,
  UpsertBody,
  upsertDocuments,
  upsertDocumentsInternally,
} from '@chatwright/contract'
import type { NodeDescription } from '@chatwright/core'
import { canManage } from '../http/caller.ts'
import { Form } from '../http/form.ts'
import { handle, type Call, type Handler } from '../http/handle.ts'
import { parse } from '../http/register-routes.ts'
import type { FlowGates } from '../predictions/flow-gate.ts'
import { fieldsOf, fillFileInputs } from '../predictions/multipart.ts'
import { fileInputsOf } from '../predictions/open-file-inputs.ts'
import type { FlowHead, FlowLibrary } from '../runs/flow-library.ts'
import type { UpsertService } from './upsert-service.ts'

export interface UpsertRouteDependencies {
  upserts: UpsertService
  library: FlowLibrary
  gates: Pick<FlowGates, 'flowOf'>
  describe: (nodeName: string) => NodeDescription | undefined
}

export function upsertRoutes({ upserts, library, gates, describe }: UpsertRouteDependencies): Handler[] {
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
    const gone = new AbortController()
    reply.raw.once('close', () => gone.abort())
    return upserts.load({
      flow,
      body: parse(UpsertBody, form ? bodyOf(form) : request.body, 'body') as UpsertBody,
      origin,
      fileInputs: fillFileInputs(files, fileInputsOf(graph.flow, describe, flow.settings), isTrusted),
      signal: gone.signal,
    })
  }

  return [
    handle(upsertDocuments, (call) => load(call, gates.flowOf(call.request), 'external')),
    handle(upsertDocumentsInternally, async (call) => load(call, await library.head(call.params.id), 'internal')),
    handle(listUpserts, ({ params, query }) => upserts.list(params.id, query)),
    handle(forgetUpserts, async ({ body }) => ({ affected: await upserts.forget(body.ids) })),
  ]
}

function bodyOf(form: Form): object {
  const { chatId, stopNodeId, ...fields } = fieldsOf(form)
  return {
    ...(chatId !== undefined && { chatId }),
    ...(stopNodeId !== undefined && { stopNodeId }),
    overrideConfig: fields,
  }
}
