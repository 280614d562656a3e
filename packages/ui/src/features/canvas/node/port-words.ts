import { isStepNode, readableClass, splitTypes, tellingType, wordsForGiven, wordsForTaken } from '@chatwright/core'
import type { FlowNode, InputAnchor, NodeOutput } from '@chatwright/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'

import { branchWords } from '../model/step-branches.ts'
import type { BranchWords } from '../model/step-branches.ts'

/** What an output is called: the word its author chose among several, else the word for what it gives. */
export function useOutputWord(): (node: FlowNode, output: NodeOutput) => string {
  const { t } = useTranslation('canvas')
  const words = useBranchWords()
  return (node, output) => {
    if (isStepNode(node)) return words(branchWords(node, output.handle))
    if (node.data.outputAnchors.some((anchor) => anchor.options) && output.label !== '') return output.label
    const word = tellingType(output.types)
    return word ? t(`port.word.${word}`) : readableClass(output.types[0] ?? output.label)
  }
}

/** What a branch of a step is called, in the reader's language where its author gave it no words. */
export function useBranchWords(): (branch: BranchWords) => string {
  const { t } = useTranslation('canvas')
  return (branch) => {
    if ('text' in branch) return branch.text
    return branch.word === 'row' ? t('branch.row', { number: branch.number }) : t(`branch.${branch.word}`)
  }
}

/** What an input takes, in words; nothing where its own label says the same. */
export function useTypeWord(): (anchor: InputAnchor) => string {
  const { t } = useTranslation('canvas')
  return (anchor) => {
    const words = splitTypes(anchor.type).map((type) => {
      const word = tellingType([type])
      return word ? t(`port.word.${word}`) : readableClass(type)
    })
    const text = [...new Set(words)].join(', ')
    return anchor.label.toLowerCase().includes(text.toLowerCase()) ? '' : text
  }
}

/** What ports take and give, in words that fit into a sentence of the reader's language. */
export function useTypePhrases() {
  const { t } = useTranslation('canvas')
  return useMemo(() => {
    const words = t('port.phrase', { returnObjects: true })
    return {
      taken: (types: readonly string[]) => wordsForTaken(types, words),
      given: (types: readonly string[]) => wordsForGiven(types, words),
    }
  }, [t])
}
