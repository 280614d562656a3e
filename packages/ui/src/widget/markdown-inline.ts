import { safeAddress } from '../components/markdown/safe-address.ts'
import { create } from './dom.ts'

/** Code first, so that what stands in it is left alone; images become links, as loading them would tell on the reader. */
const INLINE =
  /\$\$([^$\n]{1,2000})\$\$|(?<!`)(`{1,9})(?!`)([\s\S]{1,2000}?)(?<!`)\2(?!`)|!?\[([^[\]]{0,2000})\]\(\s?<?([^\s)>]{1,2000})>?(?:\s"[^"]{0,500}")?\s?\)|\*\*([\s\S]{1,2000}?)\*\*|__([\s\S]{1,2000}?)__|~~([\s\S]{1,2000}?)~~|\*([^\s*](?:[^*]{0,2000}[^\s*])?)\*|(?<![\w_])_([^\s_](?:[^_]{0,2000}[^\s_])?)_(?![\w_])|(https?:\/\/[^\s<>()]{1,2000}(?<![.,;:!?'"]))/g

export function inlineNodes(text: string): Node[] {
  const nodes: Node[] = []
  let end = 0
  for (const match of text.matchAll(INLINE)) {
    nodes.push(...plain(text.slice(end, match.index)), styled(match))
    end = match.index + match[0].length
  }
  return [...nodes, ...plain(text.slice(end))]
}

function styled(match: RegExpExecArray): Node {
  const [whole, formula, , code, words, address, strong, strong2, gone, soft, soft2, bare] = match
  if (formula !== undefined) return create('code', { 'data-math': 'inline' }, formula.trim())
  if (code !== undefined) return create('code', {}, code.replace(/^ (.*) $/, '$1'))
  if (address !== undefined) return link(inlineNodes(words || address), address)
  if (strong !== undefined || strong2 !== undefined)
    return create('strong', {}, ...inlineNodes(strong ?? strong2 ?? ''))
  if (gone !== undefined) return create('s', {}, ...inlineNodes(gone))
  if (soft !== undefined || soft2 !== undefined) return create('em', {}, ...inlineNodes(soft ?? soft2 ?? ''))
  return bare === undefined ? document.createTextNode(whole) : link([document.createTextNode(bare)], bare)
}

/** A link for what leads to the web or to a mail; plain words for anything else. */
function link(words: Node[], address: string): Node {
  const href = safeAddress(address)
  if (href === '') return create('span', {}, ...words)
  return create('a', { href, target: '_blank', rel: 'noopener noreferrer nofollow' }, ...words)
}

/** Two blanks or a backslash at the end of a line break it, as do plain line ends: models mean them. */
function plain(text: string): Node[] {
  return text
    .split(/(?:(?<! ) {2,}|\\)?\n/)
    .flatMap((line, index): Node[] =>
      index === 0 ? [document.createTextNode(line)] : [create('br'), document.createTextNode(line)],
    )
}
