/**
 * A text as an editor of the older product kept it, as Markdown. Only what begins with a block is such a text; anything
 * else, tags in a prompt included, stays as it is. Reads each character once.
 */
export function markdownOfHtml(text: string): string {
  if (!BEGINS_WITH_BLOCK.test(text)) return text
  const writer = new MarkdownWriter()
  let at = 0
  while (at < text.length) {
    const open = text.indexOf('<', at)
    const close = open === -1 ? -1 : text.indexOf('>', open)
    if (open === -1 || close === -1) {
      writer.text(text.slice(at))
      break
    }
    writer.text(text.slice(at, open))
    writer.tag(text.slice(open + 1, close))
    at = close + 1
  }
  return writer.result()
}

const BEGINS_WITH_BLOCK = /^\s*<(?:p|div|h[1-6]|ul|ol|blockquote|pre|table)[\s>]/i

const MARKS: ReadonlyMap<string, string> = new Map([
  ['strong', '**'],
  ['b', '**'],
  ['em', '*'],
  ['i', '*'],
  ['s', '~~'],
  ['del', '~~'],
])

const BLOCKS: ReadonlySet<string> = new Set(['p', 'div', 'blockquote', 'table', 'tr', 'thead', 'tbody', 'section'])

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'", nbsp: '\u00A0' }

class MarkdownWriter {
  private readonly parts: string[] = []
  private readonly lists: { isOrdered: boolean; items: number }[] = []
  private readonly links: string[] = []
  private isCode = false
  private quotes = 0
  /** How many line ends what comes next must stand behind. */
  private owed = 0
  /** Written before the first text of an item. */
  private lead = ''

  text(html: string): void {
    if (html === '' || (!this.isCode && this.owed > 0 && html.trim() === '')) return
    this.write(html.replaceAll(/&(#x?[\da-f]{1,6}|[a-z]{1,6});/gi, decodeEntity))
  }

  tag(inside: string): void {
    const isEnd = inside.startsWith('/')
    const name = (/^\/?([a-z][a-z\d]*)/i.exec(inside)?.[1] ?? '').toLowerCase()
    const mark = MARKS.get(name)
    if (mark !== undefined) return this.write(mark)
    if (/^h[1-6]$/.test(name)) return this.heading(Number(name[1]), isEnd)
    if (name === 'ul' || name === 'ol') return this.list(name === 'ol', isEnd)
    if (name === 'li') return isEnd ? this.owe(1) : this.item()
    if (name === 'br') return this.write('\n')
    if (name === 'hr') return this.rule()
    if (name === 'pre') return this.pre(isEnd)
    if (name === 'code' && !this.isCode) return this.write('`')
    if (name === 'a') return this.link(inside, isEnd)
    if (name === 'td' || name === 'th') return isEnd ? this.write(' | ') : undefined
    if (name === 'blockquote') this.quotes += isEnd ? -1 : 1
    if (BLOCKS.has(name)) this.owe(this.lists.length > 0 || name === 'tr' ? 1 : 2)
  }

  result(): string {
    return this.parts.join('').trim()
  }

  private write(text: string): void {
    if (text === '') return
    if (this.owed > 0 && this.parts.length > 0) this.parts.push('\n'.repeat(this.owed))
    if ((this.owed > 0 || this.parts.length === 0) && this.quotes > 0) this.parts.push('> '.repeat(this.quotes))
    this.owed = 0
    this.parts.push(this.lead, text)
    this.lead = ''
  }

  private owe(lines: number): void {
    this.owed = Math.max(this.owed, lines)
  }

  private heading(level: number, isEnd: boolean): void {
    this.owe(2)
    if (!isEnd) this.lead = `${'#'.repeat(level)} `
  }

  private list(isOrdered: boolean, isEnd: boolean): void {
    if (isEnd) this.lists.pop()
    else this.lists.push({ isOrdered, items: 0 })
    this.owe(this.lists.length > 0 ? 1 : 2)
  }

  private item(): void {
    const list = this.lists.at(-1)
    if (list) list.items += 1
    this.owe(1)
    const indent = '  '.repeat(Math.max(0, this.lists.length - 1))
    this.lead = `${indent}${list?.isOrdered ? `${list.items}.` : '-'} `
  }

  private rule(): void {
    this.owe(2)
    this.write('---')
    this.owe(2)
  }

  private pre(isEnd: boolean): void {
    if (isEnd) {
      this.write('\n```')
      this.isCode = false
    } else {
      this.owe(2)
      this.write('```\n')
      this.isCode = true
    }
    if (isEnd) this.owe(2)
  }

  private link(inside: string, isEnd: boolean): void {
    if (!isEnd) {
      this.links.push(/\shref="([^"]*)"/i.exec(inside)?.[1] ?? '')
      return this.write('[')
    }
    this.write(`](${this.links.pop() ?? ''})`)
  }
}

function decodeEntity(whole: string, name: string): string {
  const known = ENTITIES[name.toLowerCase()]
  if (known !== undefined) return known
  if (!name.startsWith('#')) return whole
  const isHex = name[1]?.toLowerCase() === 'x'
  const code = Number.parseInt(name.slice(isHex ? 2 : 1), isHex ? 16 : 10)
  return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : whole
}
