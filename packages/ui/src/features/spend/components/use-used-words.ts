import type { SpendSum } from '@chatwright/contract'
import { useTranslation } from 'react-i18next'

const SECONDS_A_MINUTE = 60

/** What was used, each in its own unit: tokens, minutes heard, characters spoken. */
export function useUsedWords() {
  const { t, i18n } = useTranslation('spend')
  const figure = (value: number) => value.toLocaleString(i18n.language, { maximumFractionDigits: 1 })
  const tokenWords = ({ inputTokens, outputTokens }: SpendSum) =>
    t('tokens', { tokens: figure(inputTokens + outputTokens) })
  return (sum: SpendSum, tokens: (sum: SpendSum) => string = tokenWords): string => {
    const { seconds, characters } = sum
    const isSpeech = seconds + characters > 0
    return [
      isSpeech && sum.inputTokens + sum.outputTokens === 0 ? '' : tokens(sum),
      // A short recording is not nothing.
      seconds > 0 ? t('seconds', { minutes: figure(Math.max(0.1, seconds / SECONDS_A_MINUTE)) }) : '',
      characters > 0 ? t('characters', { characters: figure(characters) }) : '',
    ]
      .filter((words) => words !== '')
      .join(', ')
  }
}
