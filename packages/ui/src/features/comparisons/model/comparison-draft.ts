import type { ChosenNode, NewComparison } from '@chatwright/contract'

/** A comparison as its form holds it. */
export interface ComparisonDraft {
  base: number
  candidate: number
  /** Empty where recorded answers are asked. */
  setId: string
  /** Without a name where nobody judges. */
  judge: ChosenNode
}

/** As many recorded answers are asked where no set is chosen. */
export const RECORDED_ANSWERS = 20

export const NO_JUDGE: ChosenNode = { name: '', config: {} }

/** What somebody most likely wants to compare: the newest version with the one that answers, else with the one before. */
export function usualVersions({ live, versions }: { live: number; versions: readonly number[] }) {
  const [newest = live, before = newest] = versions
  return { base: live === newest ? before : live, candidate: newest }
}

export function toNewComparison(chatflowId: string, { base, candidate, setId, judge }: ComparisonDraft): NewComparison {
  const { credential, ...inputs } = judge.config
  return {
    chatflowId,
    base,
    candidate,
    ...(setId === '' ? { answers: RECORDED_ANSWERS } : { setId }),
    ...(judge.name !== '' && {
      judge: {
        node: judge.name,
        inputs,
        ...(typeof credential === 'string' && credential !== '' && { credential }),
      },
    }),
  }
}
