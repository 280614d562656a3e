import { AppError, PredictionBody } from '@chatwright/contract'
import type { NodeDescription } from '@chatwright/core'
import type { FastifyRequest } from 'fastify'
import { extname } from 'node:path'
import { canManage, type Caller } from '../http/caller.ts'
import { parse } from '../http/register-routes.ts'
import type { FlowHead, FlowLibrary } from '../runs/flow-library.ts'
import { fileInputsOf, type FileInput } from './open-file-inputs.ts'

export interface FormFile {
  name: string
  mimeType: string
  bytes: Buffer
}

export interface Form {
  fields: Record<string, unknown>
  files: FormFile[]
}

export type ReadFiles = (
  request: FastifyRequest,
  context: { flow: FlowHead; origin: 'internal' | 'external'; caller: Caller },
) => Promise<{ body: PredictionBody; fileInputs: Record<string, Record<string, unknown>>; form: Form }>

/** Reads a form: texts, and files whole. `openAIApiKey[chatOpenAI_0]` is a value for one node. */
export async function readForm(request: FastifyRequest): Promise<Form> {
  // Without a prototype: a field may be called anything.
  const form: Form = { fields: Object.create(null) as Form['fields'], files: [] }
  let bytesLeft = request.server.initialConfig.bodyLimit ?? 0
  for await (const part of request.parts()) {
    if (part.type === 'file') {
      const bytes = await part.toBuffer()
      // Twenty files at their limit each would be a gigabyte in memory.
      bytesLeft -= bytes.length
      if (bytesLeft < 0) throw new AppError('payload-too-large')
      form.files.push({ name: part.filename, mimeType: part.mimetype, bytes })
      continue
    }
    const [, name = part.fieldname, nodeId] = /^([^[\]]+)\[([^[\]]+)\]$/.exec(part.fieldname) ?? []
    const value = part.value === 'true' ? true : part.value === 'false' ? false : part.value
    const before = form.fields[name]
    form.fields[name] =
      nodeId === undefined ? value : { ...(typeof before === 'object' ? before : {}), [nodeId]: value }
  }
  return form
}

/** Turns a form into a question with its overrides, and its files into the inputs of the flow's loaders. */
export function createReadFiles({
  library,
  describe,
}: {
  library: Pick<FlowLibrary, 'prepare'>
  describe: (nodeName: string) => NodeDescription | undefined
}): ReadFiles {
  return async (request, { flow: head, origin, caller }) => {
    const form = await readForm(request)
    const { question = 'hello', chatId, streaming, overrideConfig, history: _, uploads: __, ...fields } = form.fields
    const body = parse(
      PredictionBody,
      {
        question,
        ...(chatId !== undefined && { chatId }),
        ...(streaming !== undefined && { streaming }),
        overrideConfig: { ...fields, ...parseObject(overrideConfig) },
      },
      'body',
    ) as PredictionBody
    const { flow } = await library.prepare(head)
    const isTrusted = origin === 'internal' || canManage(caller)
    return {
      body,
      form,
      fileInputs: fillFileInputs(form.files, fileInputsOf(flow, describe, head.settings), isTrusted),
    }
  }
}

/** Which inputs the files fill: a loader takes those whose ending it reads, if its uploads are open to this caller. */
export function fillFileInputs(
  files: readonly FormFile[],
  inputs: readonly FileInput[],
  isTrusted: boolean,
): Record<string, Record<string, unknown>> {
  const filled: Record<string, Record<string, string[]>> = {}
  for (const file of files) {
    const takers = inputs.filter(({ input, isOpen }) => (isTrusted || isOpen) && takes(input.fileType, file))
    if (takers.length === 0) {
      throw new AppError('forbidden', undefined, {
        message: `This chat flow takes no file like "${file.name}". Its owner can open uploads on a document loader.`,
      })
    }
    for (const { nodeId, input } of takers) {
      const own = (filled[nodeId] ??= {})
      own[input.name] = [...(own[input.name] ?? []), dataUrl(file)]
    }
  }
  return filled
}

function takes(fileType: string | undefined, { name }: FormFile): boolean {
  if (!fileType || fileType === '*') return true
  const ending = extname(name).toLowerCase()
  return fileType.split(',').some((type) => type.trim().toLowerCase() === ending)
}

function dataUrl({ name, mimeType, bytes }: FormFile): string {
  return `data:${mimeType};base64,${bytes.toString('base64')},filename:${name}`
}

function parseObject(value: unknown): Record<string, unknown> {
  if (typeof value !== 'string') return {}
  try {
    const parsed: unknown = JSON.parse(value)
    return typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
