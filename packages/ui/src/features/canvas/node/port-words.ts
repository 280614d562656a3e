import { splitTypes } from '@chatwright/core'
import type { FlowNode, InputAnchor, NodeOutput } from '@chatwright/core'
import { useTranslation } from 'react-i18next'

import { portWord, readableClass } from '../model/port-kinds.ts'

/** What an output is called: the word its author chose among several, else the word for what it gives. */
export function useOutputWord(): (node: FlowNode, output: NodeOutput) => string {
  const { t } = useTranslation('canvas')
  return (node, output) => {
    if (node.data.outputAnchors.some((anchor) => anchor.options) && output.label !== '') return output.label
    const word = portWord(output.types)
    return word ? t(`port.word.${word}`) : readableClass(output.types[0] ?? output.label)
  }
}

/** What an input takes, in words; nothing where its own label says the same. */
export function useTypeWord(): (anchor: InputAnchor) => string {
  const { t } = useTranslation('canvas')
  return (anchor) => {
    const words = splitTypes(anchor.type).map((type) => {
      const word = portWord([type])
      return word ? t(`port.word.${word}`) : readableClass(type)
    })
    const text = [...new Set(words)].join(', ')
    return anchor.label.toLowerCase().includes(text.toLowerCase()) ? '' : text
  }
}
