import { readPageText, type ReadPage } from './page-text.ts'
import { selectText } from './select-text.ts'

/** What there is to read on a page. Runs in a child process: pages may be long, and a selector needs their whole tree. */
export default async function parsePage({ html, selector }: { html: string; selector?: string }): Promise<ReadPage> {
  const page = readPageText(html)
  return selector ? { ...page, text: await selectText(html, selector) } : page
}
