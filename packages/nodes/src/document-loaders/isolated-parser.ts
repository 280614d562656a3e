import type { NodeContext } from '@chatwright/core'

/** A file from a stranger may be a bomb: this much time and memory, then its parser is ended. */
const LIMITS = { timeoutMs: 60_000, memoryMb: 512 }

interface ParseRequest {
  context: Pick<NodeContext, 'isolate'>
  /** A module beside this one whose default export parses. */
  parser: 'parse-pdf' | 'parse-docx' | 'parse-csv' | 'parse-xlsx' | 'parse-pptx' | 'parse-epub'
  bytes: Uint8Array
  signal: AbortSignal
}

/** Parses an untrusted file in a child process with limits. */
export function parseIsolated<Output>({ context, parser, bytes, signal }: ParseRequest): Promise<Output> {
  // The same line must find the module in source, where tests run it, and in the built package.
  const ending = import.meta.url.endsWith('.ts') ? 'ts' : 'js'
  return context.isolate<Output>(new URL(`./${parser}.${ending}`, import.meta.url), { bytes }, { ...LIMITS, signal })
}
