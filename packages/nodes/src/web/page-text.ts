import { decodeHTML } from 'entities'

export interface ReadPage {
  title: string
  text: string
  /** Addresses the page links to, as written. */
  links: string[]
}

/** What is between these tags is never shown, and is not made of tags. */
const RAW_TAGS: ReadonlySet<string> = new Set(['script', 'style', 'noscript', 'iframe', 'title', 'xmp', 'noembed'])
/** Nor is what these hold, tags and all. */
const HIDDEN_TAGS: ReadonlySet<string> = new Set(['template', 'svg'])
const BLOCK_TAGS: ReadonlySet<string> = new Set(
  'p div section article main li ul ol dl dt dd tr pre blockquote br hr header footer nav table'.split(' '),
)
/** No crawl reads as many pages, and each address takes time to look at. */
const MOST_LINKS = 5000
const CELL_TAGS: ReadonlySet<string> = new Set(['td', 'th'])

/**
 * The visible text of a page in one pass over its letters, its headings marked as in Markdown. A parser that builds the tree a browser would build can be made
 * to build millions of nodes, or to take minutes, by a page of a few kilobytes; whoever sends us pages may know that.
 */
export function readPageText(html: string): ReadPage {
  const page: ReadPage = { title: '', text: '', links: [] }
  const pieces: string[] = []
  const headings = headingWriter(pieces)
  let hidden: { name: string; depth: number } | undefined
  let at = 0
  while (at < html.length) {
    const tag = nextTag(html, at)
    if (!hidden && tag.start > at) pieces.push(decodeHTML(html.slice(at, tag.start)))
    at = tag.end
    if (hidden) {
      if (tag.name === hidden.name) hidden.depth += tag.isClosing ? -1 : 1
      if (hidden.depth === 0) hidden = undefined
      continue
    }
    if (/^h[1-6]$/.test(tag.name)) {
      headings.close()
      if (!tag.isClosing) headings.open(Number(tag.name[1]))
    } else if (BLOCK_TAGS.has(tag.name)) {
      // A paragraph may end without saying so: the next one begins a line all the same.
      if (tag.isClosing || tag.name === 'br' || !pieces.at(-1)?.endsWith('\n')) pieces.push('\n')
    } else if (CELL_TAGS.has(tag.name)) pieces.push(' ')
    if (tag.isClosing) continue
    if (HIDDEN_TAGS.has(tag.name)) hidden = { name: tag.name, depth: 1 }
    else if (tag.name === 'a' && page.links.length < MOST_LINKS)
      page.links.push(...hrefOf(html.slice(tag.start, tag.end)))
    else if (RAW_TAGS.has(tag.name)) {
      const end = endOfRaw(html, tag)
      if (tag.name === 'title') page.title ||= decodeHTML(html.slice(tag.end, end.start)).trim()
      at = end.end
    }
  }
  headings.close()
  return { ...page, text: tidy(pieces.join('')) }
}

const LONGEST_HEADING = 200

/** Marks what is written between its calls as a heading; one that nobody closed, or with nothing to read in it, is none. */
function headingWriter(pieces: string[]): { open(level: number): void; close(): void } {
  let opened: { level: number; from: number } | undefined
  return {
    open(level) {
      opened = { level, from: pieces.length }
    },
    close() {
      if (!opened) return
      const text = pieces.splice(opened.from).join('')
      const words = text.replaceAll(/\s+/g, ' ').trim()
      const isHeading = words !== '' && words.length <= LONGEST_HEADING
      pieces.push('\n\n', isHeading ? `${'#'.repeat(opened.level)} ${words}` : text, '\n\n')
      opened = undefined
    },
  }
}

interface Tag {
  /** Empty for comments and declarations. */
  name: string
  isClosing: boolean
  start: number
  end: number
}

const TAG_NAME = /<(\/?)([a-z][^\s/>]*)/iy

function nextTag(html: string, from: number): Tag {
  for (let start = html.indexOf('<', from); start >= 0; start = html.indexOf('<', start + 1)) {
    if (html.startsWith('<!--', start)) return nameless(start, after(html, '-->', start + 4))
    const next = html[start + 1]
    if (next === '!' || next === '?') return nameless(start, after(html, '>', start + 2))
    TAG_NAME.lastIndex = start
    const [whole, slash, name] = TAG_NAME.exec(html) ?? []
    if (whole !== undefined && name !== undefined) {
      return { name: name.toLowerCase(), isClosing: slash !== '', start, end: endOfTag(html, start + whole.length) }
    }
  }
  return nameless(html.length, html.length)
}

function nameless(start: number, end: number): Tag {
  return { name: '', isClosing: false, start, end }
}

/** What is never closed reaches to the end, so that nothing is searched for twice. */
function after(html: string, mark: string, from: number): number {
  const at = html.indexOf(mark, from)
  return at < 0 ? html.length : at + mark.length
}

/** The end of a tag; a bracket inside a quoted value is none. */
function endOfTag(html: string, from: number): number {
  for (let at = from; at < html.length; at += 1) {
    const letter = html[at]
    if (letter === '>') return at + 1
    if ((letter === '"' || letter === "'") && html[at - 1] === '=') at = after(html, letter, at + 1) - 1
  }
  return html.length
}

function endOfRaw(html: string, { name, end }: Tag): { start: number; end: number } {
  const closing = CLOSINGS[name]
  if (!closing) return { start: end, end }
  closing.lastIndex = end
  const found = closing.exec(html)
  return found
    ? { start: found.index, end: endOfTag(html, closing.lastIndex - 1) }
    : { start: html.length, end: html.length }
}

const CLOSINGS: Readonly<Record<string, RegExp>> = {
  script: /<\/script[\s/>]/gi,
  style: /<\/style[\s/>]/gi,
  noscript: /<\/noscript[\s/>]/gi,
  iframe: /<\/iframe[\s/>]/gi,
  title: /<\/title[\s/>]/gi,
  xmp: /<\/xmp[\s/>]/gi,
  noembed: /<\/noembed[\s/>]/gi,
}

function hrefOf(tag: string): string[] {
  const [, double, single, bare] = /\shref\s?=\s?(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i.exec(tag) ?? []
  const address = double ?? single ?? bare
  return address === undefined ? [] : [decodeHTML(address)]
}

/** Lines without the white space that only laid out the source. */
export function tidy(text: string): string {
  return text
    .replaceAll(/[ \t\r\u00A0]+/g, ' ')
    .replaceAll(/ ?\n ?/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}
