import { unifyMath } from '../components/markdown/math-marks.ts'
import { splitBlocks } from '../components/markdown/split-blocks.ts'
import { create } from './dom.ts'
import { inlineNodes } from './markdown-inline.ts'
import type { Texts } from './texts.ts'

/** What the buttons in a text say. */
export type MarkdownWords = Pick<Texts, 'copy' | 'copied'>

/** Draws the Markdown a model commonly writes, as nodes: nothing of the text is ever read as HTML. */
export function markdownNodes(markdown: string, words: MarkdownWords): Node[] {
  return splitBlocks(markdown).flatMap((block) => blockNodes(block, words))
}

export function blockNodes(text: string, words: MarkdownWords): Node[] {
  if (/^\s*(?:`{3}|~{3})/.test(text)) return [codeBlock(text, words)]
  const block = unifyMath(text)
  if (block.trimStart().startsWith('$$\n')) {
    const formula = block.trim().slice(2).replace(/\$\$$/, '')
    return [create('div', { class: 'formula' }, create('code', { 'data-math': 'display' }, formula.trim()))]
  }
  const heading = /^(#{1,6})\s+([^\n]+)\n?([\s\S]*)$/.exec(block)
  if (heading) {
    // The page around has its own headings; ours stay below them.
    const level = Math.min(5, (heading[1]?.length ?? 1) + 2) as 3 | 4 | 5
    const rest = heading[3]?.trim() ?? ''
    return [create(`h${level}`, {}, ...inlineNodes(heading[2] ?? '')), ...(rest === '' ? [] : blockNodes(rest, words))]
  }
  if (/^ {0,3}(?:[-*_]\s*){3,}$/.test(block)) return [create('hr')]
  if (/^ {0,3}>/.test(block)) {
    return [create('blockquote', {}, ...markdownNodes(block.replaceAll(/^ {0,3}> ?/gm, ''), words))]
  }
  const lines = block.split('\n')
  if (isTable(lines)) return [table(lines)]
  const firstItem = lines.findIndex((line) => ITEM.test(line))
  if (firstItem > 0) {
    return [...blockNodes(lines.slice(0, firstItem).join('\n'), words), list(lines.slice(firstItem), words)]
  }
  return firstItem === 0 ? [list(lines, words)] : [create('p', {}, ...inlineNodes(block))]
}

/** With its language and a way to copy it; long lines scroll, they never wrap. */
function codeBlock(block: string, words: MarkdownWords): HTMLElement {
  const [fence = '', ...lines] = block.trimStart().split('\n')
  if (/^\s*(?:`{3,}|~{3,})\s*$/.test(lines.at(-1) ?? '')) lines.pop()
  const language = /^[`~]{3,}\s*([\w+#.-]{1,30})/.exec(fence)?.[1]?.toLowerCase() ?? ''
  const code = create('code', language === '' ? {} : { 'data-language': language }, lines.join('\n'))
  const copy = create('button', { type: 'button' }, words.copy)
  copy.addEventListener('click', () => void copyText(code, () => (copy.textContent = words.copied)))
  const head = create('div', { class: 'code-head' }, create('span', {}, language || 'text'), copy)
  return create('div', { class: 'code' }, head, create('pre', { tabindex: '0' }, code))
}

/** Where the browser does not let us, the text is at least selected. */
async function copyText(code: HTMLElement, onCopied: () => void): Promise<void> {
  try {
    await navigator.clipboard.writeText(code.textContent)
    onCopied()
  } catch {
    getSelection()?.selectAllChildren(code)
  }
}

const ITEM = /^(\s*)([-*+]|(\d{1,9})[.)])\s+(.*)$/

/** Items with what is indented under them; deeper items become lists of their own. */
function list(lines: readonly string[], words: MarkdownWords): HTMLElement {
  const first = ITEM.exec(lines[0] ?? '')
  const depth = first?.[1]?.length ?? 0
  const start = first?.[3]
  const element = start === undefined ? create('ul') : create('ol', start === '1' ? {} : { start })
  let item: string[] = []
  const close = () => {
    if (item.length > 0) element.append(listItem(item, words))
    item = []
  }
  for (const line of lines) {
    const match = ITEM.exec(line)
    if (match && (match[1]?.length ?? 0) <= depth) {
      close()
      item = [match[4] ?? '']
    } else item.push(line)
  }
  close()
  return element
}

function listItem(lines: readonly string[], words: MarkdownWords): HTMLElement {
  const [first = '', ...below] = lines
  const rest = unindent(below).trim()
  return create('li', {}, ...inlineNodes(first), ...(rest === '' ? [] : markdownNodes(rest, words)))
}

function unindent(lines: readonly string[]): string {
  const depths = lines.filter((line) => line.trim() !== '').map((line) => line.length - line.trimStart().length)
  const depth = depths.length === 0 ? 0 : Math.min(...depths)
  return lines.map((line) => line.slice(depth)).join('\n')
}

function isTable([head = '', rule = '']: readonly string[]): boolean {
  return head.includes('|') && cellsOf(rule).every((mark) => /^:?-+:?$/.test(mark.trim()))
}

function table([head = '', rule = '', ...rows]: readonly string[]): HTMLElement {
  // As an attribute: strict pages refuse inline styles.
  const sides = cellsOf(rule).map((mark) => (/^\s*-+:\s*$/.test(mark) ? { align: 'right' } : {}))
  const row = (line: string, cell: 'th' | 'td') =>
    create(
      'tr',
      {},
      ...cellsOf(line).map((text, index) => create(cell, sides[index] ?? {}, ...inlineNodes(text.trim()))),
    )
  return create(
    'table',
    {},
    create('thead', {}, row(head, 'th')),
    create('tbody', {}, ...rows.filter((line) => line.trim() !== '').map((line) => row(line, 'td'))),
  )
}

function cellsOf(line: string): string[] {
  return line.trim().replace(/^\|/, '').replace(/\|$/, '').split('|')
}
