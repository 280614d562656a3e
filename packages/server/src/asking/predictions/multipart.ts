import { AppError, PredictionBody } from '@chatwright/contract'
import { findShapeFault, type Asker, type NodeDescription } from '@chatwright/core'
import { isOfKind, tellKinds, type ToldKinds } from '../../parts/files/told-kinds.ts'
import { may } from '../../door/askers/may.ts'
import type { Form, FormFile } from '../../door/http/form.ts'
import { MAX_OPEN_VALUES } from '../../door/http/read-json.ts'
import { parse } from '../../door/http/register-routes.ts'
import type { FlowHead, FlowLibrary } from '../../flows/flows/flow-library.ts'
import { fileInputsOf, type FileInput } from '../../flows/flow-access/open-file-inputs.ts'

export type ReadFiles = (
  form: Form,
  context: { flow: FlowHead; asker: Asker; versionOf(named?: number): number },
) => Promise<{ body: PredictionBody; fileInputs: Record<string, Record<string, unknown>> }>

/** The texts of a form by name. `openAIApiKey[chatOpenAI_0]` is a value for one node. */
export function fieldsOf(form: Form): Record<string, unknown> {
  // Without a prototype: a field may be called anything.
  const fields = Object.create(null) as Record<string, unknown>
  for (const field of form.fields) {
    const [, name = field.name, nodeId] = /^([^[\]]+)\[([^[\]]+)\]$/.exec(field.name) ?? []
    const value = field.value === 'true' ? true : field.value === 'false' ? false : field.value
    const before = fields[name]
    fields[name] = nodeId === undefined ? value : { ...(typeof before === 'object' ? before : {}), [nodeId]: value }
  }
  return fields
}

/** Turns a form into a question with its overrides, and its files into the inputs of the flow's loaders. */
export function createReadFiles({
  library,
  describe,
}: {
  library: Pick<FlowLibrary, 'prepare'>
  describe: (nodeName: string) => NodeDescription | undefined
}): ReadFiles {
  return async (form, { flow: head, asker, versionOf }) => {
    const {
      question = 'hello',
      chatId,
      streaming,
      resumable,
      replaces,
      version,
      overrideConfig,
      ...rest
    } = fieldsOf(form)
    const { history: _, uploads: __, ...fields } = rest
    const body = parse(
      PredictionBody,
      {
        question: asWritten(question),
        ...(chatId !== undefined && { chatId: asWritten(chatId) }),
        ...(streaming !== undefined && { streaming }),
        ...(resumable !== undefined && { resumable }),
        ...(replaces !== undefined && { replaces }),
        ...(version !== undefined && { version: Number(version) }),
        overrideConfig: { ...fields, ...parseObject(overrideConfig) },
      },
      'body',
    ) as PredictionBody
    const { flow } = await library.prepare(head, versionOf(body.version))
    const isTrusted = may(asker, 'server.admin')
    return {
      body,
      fileInputs: await fillFileInputs(form.files, fileInputsOf(flow, describe, head.settings), isTrusted),
    }
  }
}

/** A person may well answer "true", and mean the word. */
function asWritten(value: unknown): unknown {
  return typeof value === 'boolean' ? String(value) : value
}

/** Which inputs the files fill: a loader takes those whose ending it reads, and which are what it says, if its uploads are open to this caller. */
export async function fillFileInputs(
  files: readonly FormFile[],
  inputs: readonly FileInput[],
  isTrusted: boolean,
): Promise<Record<string, Record<string, unknown>>> {
  const filled: Record<string, Record<string, string[]>> = {}
  for (const file of files) {
    const kinds = await tellKinds(file)
    const takers = inputs.filter(({ input, isOpen }) => (isTrusted || isOpen) && takes(input.fileType, kinds))
    if (takers.length === 0) {
      throw new AppError('forbidden', undefined, {
        message: `This flow doesn't accept files like "${file.name}". Its owner can turn on uploads in a document loader.`,
      })
    }
    for (const { nodeId, input } of takers) {
      const own = (filled[nodeId] ??= {})
      own[input.name] = [...(own[input.name] ?? []), dataUrl(file)]
    }
  }
  return filled
}

function takes(fileType: string | undefined, kinds: ToldKinds): boolean {
  return !fileType || fileType.split(',').some((type) => isOfKind(kinds, type.trim().toLowerCase()))
}

function dataUrl({ name, mimeType, bytes }: FormFile): string {
  return `data:${mimeType};base64,${bytes.toString('base64')},filename:${name}`
}

function parseObject(value: unknown): Record<string, unknown> {
  if (typeof value !== 'string') return {}
  // What a JSON body may not hold, a field of a form may not either.
  const fault = findShapeFault(value, { maxValues: MAX_OPEN_VALUES })
  if (fault !== undefined) {
    const issues = [{ path: 'body.overrideConfig', message: fault }]
    throw new AppError('invalid-request', { issues }, { message: `overrideConfig: ${fault}` })
  }
  try {
    const parsed: unknown = JSON.parse(value)
    return typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
