import { useTranslation } from 'react-i18next'

import type { AnswerFault } from '../../../../lib/prediction/answer-fault.ts'
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
  // A node that does not reach its model has the same code as a browser that does not reach the server.
  const known = fault.code === undefined || fault.nodeId !== undefined ? undefined : KNOWN_CODES[fault.code]
  if (audience === 'visitor') {
    const message = errorMessage ?? (known ? t(known) : isOwnersWords(fault) ? fault.message : t('fault.visitor'))
    return { title: t(title), message, hint: undefined }
  }
  return {
    title: fault.nodeLabel === undefined ? t(title) : t('fault.atNode', { node: fault.nodeLabel }),
    message: known ? t(known) : fault.message,
    // Some messages end with their hint, for readers that show nothing else.
    hint: fault.hint !== undefined && fault.message.includes(fault.hint) ? undefined : fault.hint,
  }
}

const KNOWN_CODES: Record<
  string,
  'fault.busy' | 'fault.lost' | 'fault.outdated' | 'fault.stopped' | 'fault.unreachable'
> = {
  'answer-lost': 'fault.lost',
  overloaded: 'fault.busy',
  'rate-limit': 'fault.busy',
  'outdated-page': 'fault.outdated',
  'server-stopped': 'fault.stopped',
  unreachable: 'fault.unreachable',
}

/** The owner writes these for visitors: the rate limit's and the allowed origins' own words. */
function isOwnersWords({ code }: AnswerFault): boolean {
  return code === 'too-many-requests' || code === 'forbidden'
}
