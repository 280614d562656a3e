import { NodeError } from '@chatwright/core'

export interface ReadPage {
  title: string
  text: string
  /** Addresses the page links to, as written. */
  links: string[]
}

const INVISIBLE = 'script, style, noscript, template, svg, iframe, head > :not(title)'
const BLOCKS = 'p, div, section, article, li, tr, h1, h2, h3, h4, h5, h6, pre, blockquote, br, header, footer, table'

/** The visible text of a page, or of the part a CSS selector names. */
export async function readHtml(html: string, selector?: string): Promise<ReadPage> {
  const { load } = await import('cheerio')
  const page = load(html)
  const title = page('title').first().text().trim()
  const links = page('a[href]')
    .map((_, element) => page(element).attr('href'))
    .get()
  page(INVISIBLE).remove()
  // Without this, the last word of one paragraph and the first of the next would become one.
  page(BLOCKS).after('\n')
  const part = selector ? select(() => page(selector)) : page('body')
  return { title, links, text: tidy(part.text()) }
}

function select<Found>(find: () => Found): Found {
  try {
    return find()
  } catch (cause) {
    throw new NodeError('The CSS selector cannot be understood.', {
      code: 'bad-input',
      field: 'selector',
      hint: 'Write it as in a style sheet, for example: main article.',
      cause,
    })
  }
}

function tidy(text: string): string {
  return text
    .replaceAll(/[ \t\u00A0]+/g, ' ')
    .replaceAll(/ ?\n ?/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}
