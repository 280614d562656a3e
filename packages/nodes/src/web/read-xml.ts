import { decodeXML } from 'entities'

export interface XmlVisitor {
  open(name: string): void
  close(name: string): void
  text(text: string): void
}

/**
 * Reads XML in one pass from front to back, telling what it meets. No tree is built: tens of thousands of elements
 * are as quickly read as one. What is never closed reaches to the end, so that nothing is searched for twice.
 */
export function readXml(xml: string, visitor: XmlVisitor): void {
  for (let at = 0; at < xml.length;) {
    const start = xml.indexOf('<', at)
    const text = xml.slice(at, start < 0 ? xml.length : start)
    if (text !== '') visitor.text(decodeXML(text))
    if (start < 0) return
    if (xml.startsWith('<!--', start)) at = endOf(xml, '-->', start + 4)
    else if (xml.startsWith('<![CDATA[', start)) {
      at = endOf(xml, ']]>', start + 9)
      visitor.text(xml.slice(start + 9, at - 3))
    } else {
      at = endOf(xml, '>', start + 1)
      readTag(xml.slice(start + 1, at - 1), visitor)
    }
  }
}

function readTag(tag: string, visitor: XmlVisitor): void {
  const [, slash, name] = /^(\/?)([^\s/!?][^\s/]*)/.exec(tag) ?? []
  if (name === undefined) return
  if (slash === '') visitor.open(name)
  if (slash !== '' || tag.endsWith('/')) visitor.close(name)
}

function endOf(xml: string, mark: string, from: number): number {
  const at = xml.indexOf(mark, from)
  return at < 0 ? xml.length + mark.length : at + mark.length
}
