import type { WordElement } from './word-document.ts'

/** The words of a paragraph or a part of it, as they are read: without pictures, bold print or where links lead. */
export function plainText(elements: readonly WordElement[]): string {
  return elements.map(textOf).join('')
}

/** One line: white space that only laid out the page is one space. */
export function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}

function textOf(element: WordElement): string {
  switch (element.type) {
    case 'text':
      // A hyphen that shows only at the end of a line would cut a word in two for whoever searches it.
      return element.value.replaceAll('\u00AD', '').replaceAll('\u2011', '-').replaceAll('\u00A0', ' ')
    case 'tab':
      return ' '
    case 'break':
      return '\n'
    case 'checkbox':
      return element.checked ? '☒' : '☐'
    case 'noteReference':
    case 'image':
    case 'bookmarkStart':
    case 'commentReference':
      return ''
    // Blocks inside of a line are boxes and tables in tables: their words must not run into each other.
    case 'paragraph':
    case 'tableCell':
      return ` ${plainText(element.children)} `
    default:
      return plainText(element.children)
  }
}
