import type { NodeContext } from '@chatwright/core'
import { readPageText, type ReadPage } from './page-text.ts'

const LIMITS = { timeoutMs: 20_000, memoryMb: 256 }

interface Selection {
  context: Pick<NodeContext, 'isolate'>
  selector: string
  signal: AbortSignal
}

/** The visible text of a page, or of the part a CSS selector names. */
export async function readHtml(html: string, selection?: Selection): Promise<ReadPage> {
  const page = readPageText(html)
  if (!selection) return page
  const { context, selector, signal } = selection
  // The same line must find the module in source, where tests run it, and in the built package.
  const ending = import.meta.url.endsWith('.ts') ? 'ts' : 'js'
  const module = new URL(`./select-text.${ending}`, import.meta.url)
  return { ...page, text: await context.isolate<string>(module, { html, selector }, { ...LIMITS, signal }) }
}
