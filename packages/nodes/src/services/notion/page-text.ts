import { at, keep, listAt, textAt } from '../read-body.ts'
import { tokenPages } from '../paging.ts'
import { get, path } from '../service-request.ts'
import type { ServiceCalls } from '../service.ts'

export const cursorPages = tokenPages('results', {
  from: 'next_cursor',
  to: 'start_cursor',
  size: { name: 'page_size', most: 100 },
})

export const postPages = tokenPages('results', {
  from: 'next_cursor',
  to: 'start_cursor',
  size: { name: 'page_size', most: 100 },
  inBody: true,
})

const MOST_BLOCKS = 2000
const DEEPEST = 5

const MARKS: Readonly<Record<string, string>> = {
  heading_1: '# ',
  heading_2: '## ',
  heading_3: '### ',
  bulleted_list_item: '- ',
  numbered_list_item: '1. ',
  quote: '> ',
}

/** The text of a page in Markdown, with what is folded away in it. */
export async function pageText(calls: ServiceCalls, id: string, depth = 0): Promise<string> {
  const blocks = await calls.sendAll(get(path`/blocks/${id}/children`), cursorPages, MOST_BLOCKS)
  const lines: string[] = []
  for (const block of blocks) {
    const type = textAt(block, 'type')
    const words = richText(at(block, `${type}.rich_text`))
    const mark = type === 'to_do' ? (at(block, 'to_do.checked') === true ? '- [x] ' : '- [ ] ') : (MARKS[type] ?? '')
    if (words !== '') lines.push(`${'  '.repeat(depth)}${mark}${words}`)
    if (at(block, 'has_children') === true && depth < DEEPEST && type !== 'child_page') {
      lines.push(await pageText(calls, textAt(block, 'id'), depth + 1))
    }
  }
  return lines.filter((line) => line !== '').join('\n')
}

export function richText(value: unknown): string {
  return listAt(value, '')
    .map((part) => textAt(part, 'plain_text'))
    .join('')
}

/** A page with its properties as plain values. */
export function plainPage(page: unknown): Record<string, unknown> {
  const properties = Object.entries((at(page, 'properties') ?? {}) as Record<string, unknown>)
  return {
    ...(keep(page, ['id', 'url', 'created:created_time', 'changed:last_edited_time']) as object),
    ...Object.fromEntries(properties.map(([name, property]) => [name, plainValue(property)])),
  }
}

function plainValue(property: unknown): unknown {
  const type = textAt(property, 'type')
  const value = at(property, type)
  switch (type) {
    case 'title':
    case 'rich_text':
      return richText(value)
    case 'select':
    case 'status':
      return at(value, 'name') ?? null
    case 'multi_select':
      return listAt(value, '').map((each) => textAt(each, 'name'))
    case 'people':
      return listAt(value, '').map((each) => textAt(each, 'name') || textAt(each, 'id'))
    case 'relation':
      return listAt(value, '').map((each) => textAt(each, 'id'))
    case 'formula':
      return at(value, textAt(value, 'type'))
    default:
      return value ?? null
  }
}

export function titleOf(page: unknown): string {
  const title = richText(at(page, 'title'))
  if (title !== '') return title
  const properties = Object.values((at(page, 'properties') ?? {}) as Record<string, unknown>)
  return richText(
    at(
      properties.find((each) => textAt(each, 'type') === 'title'),
      'title',
    ),
  )
}

/** Paragraphs of a text, as many as Notion takes at once. */
export function paragraphs(text: string): object[] {
  return text
    .split(/\n+/)
    .filter((line) => line.trim() !== '')
    .slice(0, 100)
    .map((line) => ({
      object: 'block',
      type: 'paragraph',
      paragraph: { rich_text: [{ type: 'text', text: { content: line.slice(0, 2000) } }] },
    }))
}
