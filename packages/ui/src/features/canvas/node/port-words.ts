import { isStepNode, readableClass, tellingType, wordsForGiven, wordsForTaken } from '@chatwright/core'
import type { FlowNode, NodeOutput } from '@chatwright/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'

import { useCanvas } from '../canvas-context.tsx'
import { labelsIn } from '../../../lib/steps/labels-in.ts'
import { branchWords } from '../../../lib/steps/step-branches.ts'
import { useBranchWords } from '../../../lib/steps/use-branch-words.ts'

/** What an output is called: the word its author chose among several, else the word for what it gives. */
export function useOutputWord(): (node: FlowNode, output: NodeOutput) => string {
  const { t } = useTranslation('canvas')
  const words = useBranchWords()
  const { store } = useCanvas()
  return (node, output) => {
    if (isStepNode(node)) return words(branchWords(node, output.handle, labelsIn(store.getState().history.present)))
    if (node.data.outputAnchors.some((anchor) => anchor.options) && output.label !== '') return output.label
    const word = tellingType(output.types)
    return word ? t(`port.word.${word}`) : readableClass(output.types[0] ?? output.label)
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
