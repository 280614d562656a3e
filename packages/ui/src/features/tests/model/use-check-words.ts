import type { TestCheck, TurnResult } from '@chatwright/contract'
import { useTranslation } from 'react-i18next'

import { formatDuration } from '../../../lib/format-duration.ts'
import { formatMoney } from '../../../lib/format-money.ts'

/** What went wrong in a turn, in words: one line for each check that did not pass. */
export function useCheckWords(): (checks: readonly TestCheck[], result: TurnResult) => string[] {
  const { t, i18n } = useTranslation('tests')
  const languages = new Intl.DisplayNames([i18n.language], { type: 'language' })
  const language = (code: string | null): string => (code === null ? t('nothing') : (languages.of(code) ?? code))

  const wordsOf = (check: TestCheck, found: string | null): { wanted: string; found: string } => {
    switch (check.kind) {
      case 'contains':
      case 'not-contains':
      case 'cites':
      case 'finds':
        return { wanted: clipped(check.text), found: found || t('nothing') }
      case 'calls-tool':
        return { wanted: check.tool, found: found || t('nothing') }
      case 'language':
        return { wanted: language(check.language), found: language(found) }
      case 'cost':
        return {
          wanted: formatMoney(check.mostMicro, i18n.language),
          found: formatMoney(Number(found), i18n.language),
        }
      case 'time':
        return {
          wanted: formatDuration(check.mostMs, i18n.language),
          found: formatDuration(Number(found), i18n.language),
        }
      default:
        return { wanted: '', found: found ?? '' }
    }
  }

  return (checks, { reason, said, checks: results }) => {
    if (reason === 'stopped' && said === null) return [t('reason.stopped-unknown')]
    if (reason !== null) return [t(`reason.${reason}`, { said: said ?? '' })]
    return results.flatMap(({ verdict, found }, index) => {
      const check = checks[index]
      if (!check || verdict === 'pass') return []
      return [verdict === 'unknown' ? t(`unknown.${check.kind}`) : t(`failing.${check.kind}`, wordsOf(check, found))]
    })
  }
}

function clipped(text: string): string {
  return text.length > 120 ? `${text.slice(0, 119)}…` : text
}
