import { AppError } from '@chatwright/contract'
import { NodeError, withHint, type NodeContext, type NodeDefinition, type Run } from '@chatwright/core'
import { randomUUID } from 'node:crypto'
import type { UploadedFile } from '../../parts/files/upload-store.ts'

/** The text of a file of any kind the catalogue can read. */
export type ReadText = (file: UploadedFile, signal: AbortSignal) => Promise<string>

/** The node that reads files on the canvas reads attachments too, with the same limits. */
const READER = 'fileLoader'

export function createReadText({
  loadNode,
  context,
}: {
  loadNode: (name: string) => Promise<NodeDefinition>
  context: Omit<NodeContext, 'flow' | 'flows'>
}): ReadText {
  return async (file, signal) => {
    const reader = await loadNode(READER)
    try {
      return (await reader.build({
        inputs: { file: ['data:,'], usage: 'perFile' },
        output: 'text',
        credential: {},
        node: { id: READER, name: READER, label: 'Attachment' },
        request: { question: '', run: reading(signal) },
        context: {
          ...context,
          flow: { id: '', name: '' },
          flows: { list: async () => [], ask: () => Promise.reject(new Error('A reader asks nobody')) },
          files: { ...context.files, open: async () => ({ ...file }) },
        },
      })) as string
    } catch (error) {
      if (!(error instanceof NodeError)) throw error
      if (error.isRetryable) throw new AppError('overloaded', undefined, { message: error.message, cause: error })
      const message = withHint(error.message, error.hint)
      throw new AppError('unsupported-media-type', undefined, { message, cause: error })
    }
  }
}

function reading(signal: AbortSignal): Run {
  return {
    id: randomUUID(),
    session: { flowId: '', chatId: '', sessionId: '', origin: 'external' },
    question: '',
    attachments: [],
    history: [],
    state: new Map(),
    signal,
    emit: () => {},
    now: Date.now,
  }
}
