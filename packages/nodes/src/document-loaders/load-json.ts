import type { Document, NodeContext, OpenFile } from '@chatwright/core'
import parseJsonFile, { type JsonRequest } from './parse-json-file.ts'

/** Up to this size reading takes less than starting a process would. */
const READ_HERE_BYTES = 256 * 1024
const LIMITS = { timeoutMs: 60_000, memoryMb: 512 }

/** Reads a JSON file; a large one where nobody waits for it. */
export async function loadJson(
  file: OpenFile,
  request: JsonRequest,
  { context, signal }: { context: Pick<NodeContext, 'isolate'>; signal: AbortSignal },
): Promise<Document[]> {
  if (file.bytes.byteLength <= READ_HERE_BYTES) return parseJsonFile({ file, request })
  return context.isolate<Document[]>(parser, { file, request }, { ...LIMITS, signal })
}

// The same line must find the module in source, where tests run it, and in the built package.
const parser = new URL(`./parse-json-file.${import.meta.url.endsWith('.ts') ? 'ts' : 'js'}`, import.meta.url)
