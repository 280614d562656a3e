import { NodeError } from '@chatwright/core'
import { tidy } from './page-text.ts'

const INVISIBLE = 'script, style, noscript, template, svg, iframe'
const BLOCKS = 'p, div, section, article, li, tr, h1, h2, h3, h4, h5, h6, pre, blockquote, br, header, footer, table'

/** The text of the part of a page that a CSS selector names. For a child process: it builds the page's whole tree. */
export async function selectText(html: string, selector: string): Promise<string> {
  const { load } = await import('cheerio')
  const page = load(html)
  page(INVISIBLE).remove()
  // Without this, the last word of one paragraph and the first of the next would become one.
  page(BLOCKS).after('\n')
  try {
    return tidy(page(selector).text())
  } catch (cause) {
    throw new NodeError("The CSS selector can't be read.", {
      code: 'bad-input',
      field: 'selector',
      hint: 'Enter a CSS selector such as main article.',
      cause,
    })
  }
}
