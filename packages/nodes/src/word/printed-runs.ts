import { plainText } from './plain-text.ts'
import type { Run, WordElement } from './word-document.ts'

/** The stretches of text in one print, without those of white space. */
export function printedRuns(elements: readonly WordElement[]): Run[] {
  return elements.flatMap((element) => {
    if (element.type === 'run') return plainText(element.children).trim() === '' ? [] : element
    return 'children' in element ? printedRuns(element.children) : []
  })
}

export function isAllBold(elements: readonly WordElement[]): boolean {
  const runs = printedRuns(elements)
  return runs.length > 0 && runs.every((run) => run.isBold)
}
