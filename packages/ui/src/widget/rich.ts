import katex from 'katex'
import { common, createLowlight } from 'lowlight'

import { create } from './dom.ts'

const lowlight = createLowlight(common)

/** As MathML, which browsers draw themselves: the fonts and styles of a drawn formula would not reach a shadow root. */
export function drawMath(formula: string, { isDisplay }: { isDisplay: boolean }): Node {
  const place = create('span', { class: isDisplay ? 'math display' : 'math' })
  katex.render(formula, place, { output: 'mathml', displayMode: isDisplay, throwOnError: false, strict: false })
  return place
}

export function colourCode(text: string, language: string): Node[] | undefined {
  return lowlight.registered(language) ? nodesOf(lowlight.highlight(language, text).children) : undefined
}

type Coloured = ReturnType<typeof lowlight.highlight>['children']

function nodesOf(tree: Coloured): Node[] {
  return tree.flatMap((part): Node[] => {
    if (part.type === 'text') return [document.createTextNode(part.value)]
    if (part.type !== 'element') return []
    const names = part.properties['className']
    return [
      create('span', { class: Array.isArray(names) ? names.join(' ') : '' }, ...nodesOf(part.children as Coloured)),
    ]
  })
}
