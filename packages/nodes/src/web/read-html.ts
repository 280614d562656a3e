import type { NodeContext } from '@chatwright/core'
import { readPageText, type ReadPage } from './page-text.ts'

interface Reading {
  context: Pick<NodeContext, 'isolate'>
  signal: AbortSignal
  /** Reads only the part of the page that it names. */
  selector?: string | undefined
}

/** Up to this length reading takes less than starting a process would. */
const READ_HERE = 200_000
const LIMITS = { timeoutMs: 20_000, memoryMb: 256 }

/** The visible text of a page, or of the part a CSS selector names. */
export async function readHtml(html: string, { context, signal, selector }: Reading): Promise<ReadPage> {
  if (html.length <= READ_HERE && !selector) return readPageText(html)
  return context.isolate<ReadPage>(parser, { html, selector }, { ...LIMITS, signal })
}

// The same line must find the module in source, where tests run it, and in the built package.
const parser = new URL(`./parse-page.${import.meta.url.endsWith('.ts') ? 'ts' : 'js'}`, import.meta.url)
