import { useTranslation } from 'react-i18next'

import type { AnswerFault } from '../../../../lib/prediction/answer-fault.ts'
import { isOwnersWords, knownFault } from '../../../../parts/conversation/known-fault.ts'
import { useChat } from '../chat-context.ts'

interface FaultWords {
  title: string
  message: string
  hint: string | undefined
}

/** Builders read the cause; visitors of a public page read what they can do about it. */
export function useFaultWords(fault: AnswerFault, title: 'fault.title' | 'fault.partial'): FaultWords {
  const { t } = useTranslation('chat')
  const { audience, errorMessage } = useChat()
  const known = knownFault(fault)
  if (audience === 'visitor') {
    const own = known === 'notYours' ? undefined : errorMessage
    const message = own ?? (known ? t(`fault.${known}`) : isOwnersWords(fault) ? fault.message : t('fault.visitor'))
    return { title: t(title), message, hint: undefined }
  }
  return {
    title: fault.nodeLabel === undefined ? t(title) : t('fault.atNode', { node: fault.nodeLabel }),
    message: known ? t(`fault.${known}`) : fault.message,
    // Some messages end with their hint, for readers that show nothing else.
    hint: fault.hint !== undefined && fault.message.includes(fault.hint) ? undefined : fault.hint,
  }
}
